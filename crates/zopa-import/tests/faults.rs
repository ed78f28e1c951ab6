//! Faults of real files are forgiven, each with a note; what cannot be read is refused, and hostile files are refused quickly.

use zopa_import::domain::{Domain, MAX_BYTES, read};
use zopa_import::{Format, NoteCode, Notes, Options, Severity, Source};
use zopa_model::{DomainIssue, IssueSpace};

fn import(format: Format, texts: &[&str], options: &Options) -> (Option<Domain>, Notes) {
    let names = ["domain.x", "a.x", "b.x", "c.x"];
    let skip = usize::from(texts.len() == 2);
    let sources: Vec<Source<'_>> = texts
        .iter()
        .zip(&names[skip..])
        .map(|(text, name)| Source { name, text })
        .collect();
    let mut notes = Notes::default();
    let domain = read(format, &sources, options, &mut notes);
    assert_eq!(
        domain.is_none(),
        notes.worst() == Some(Severity::Error),
        "{notes:?}"
    );
    (domain, notes)
}

fn codes(notes: &Notes) -> Vec<&'static str> {
    notes.counts().map(|(code, _)| code.as_str()).collect()
}

/// A profile of GENIUS with one issue of three values, worth 2, 1 and 0.
const PROFILE: &str = r#"<utility_space>
<objective index="0" name="x" type="objective" etype="objective">
<issue index="1" name="price" type="discrete" etype="discrete">
<item index="1" value="low" evaluation="2"/>
<item index="2" value="mid" evaluation="1"/>
<item index="3" value="high" evaluation="0"/>
</issue>
<weight index="1" value="1.0"/>
</objective>
<discount_factor value="1.0"/>
<reservation value="0.1"/>
</utility_space>"#;

/// `option a b` of each option.
fn table(issue: &DomainIssue) -> Vec<String> {
    let IssueSpace::Options(options) = &issue.space else {
        panic!("options");
    };
    let row = options.iter().map(|option| {
        let [a, b] = &option.utility.0;
        format!("{} {a} {b}", option.name)
    });
    row.collect()
}

/// What is noted where one text of the first profile is replaced, and the table then.
fn with(from: &str, to: &str) -> (Vec<&'static str>, Vec<String>) {
    assert!(PROFILE.contains(from), "{from}");
    let text = PROFILE.replacen(from, to, 1);
    let (domain, notes) = import(Format::Genius, &[&text, PROFILE], &Options::default());
    let table = domain.map(|domain| table(&domain.issues[0]));
    (codes(&notes), table.unwrap_or_default())
}

#[test]
fn faults_of_genius_files_are_forgiven_and_told() {
    let usual = ["low 1 1", "mid 1/2 1/2", "high 0 0"];
    let cases: &[(&str, &str, &[&str], &[&str])] = &[
        (
            "<reservation value=\"0.1\"/>",
            "",
            &["no-reservation"],
            &usual,
        ),
        (
            "reservation value=\"0.1\"",
            "reservation value=\"1.5\"",
            &["reservation-above-one"],
            &usual,
        ),
        (
            "reservation value=\"0.1\"",
            "reservation value=\".1\"",
            &["number-spelling"],
            &usual,
        ),
        (
            "weight index=\"1\" value=\"1.0\"",
            "weight index=\"1\" value=\"0.5\"",
            &["import-weights-sum"],
            &["low 1/2 1", "mid 1/4 1/2", "high 0 0"],
        ),
        (
            "<weight index=\"1\" value=\"1.0\"/>",
            "",
            &["import-weights-sum", "missing-weight"],
            &["low 0 1", "mid 0 1/2", "high 0 0"],
        ),
        (
            "evaluation=\"0\"",
            "evaluation=\"-1\"",
            &["negative-evaluation"],
            &["low 1 1", "mid 1/2 1/2", "high -1/2 0"],
        ),
        (
            "factor value=\"1.0\"",
            "factor value=\"s\"",
            &["unreadable-discount"],
            &usual,
        ),
        (
            "factor value=\"1.0\"",
            "factor value=\"0.5\"",
            &["discount-ignored"],
            &usual,
        ),
        ("value=\"mid\"", "value=\"mid \"", &["cleaned-name"], &usual),
        (
            "name=\"price\"",
            "name=\"fish & chips\"",
            &["bare-ampersand", "names-differ"],
            &usual,
        ),
        (
            "<utility_space>",
            "\n<?xml version=\"1.0\"?><utility_space>",
            &["space-before-xml"],
            &usual,
        ),
        (
            "</issue>",
            "<similarity_function><item index=\"1\" value=\"z\"/></similarity_function></issue>",
            &["stray-item"],
            &usual,
        ),
        (
            "</issue>",
            "<item index=\"4\" value=\"low\" evaluation=\"4\"/></issue>",
            &["duplicate-value"],
            &["low 1 1", "mid 1/4 1/2", "high 0 0"],
        ),
        (
            " evaluation=\"1\"",
            "",
            &["missing-worth"],
            &["low 1 1", "mid 0 1/2", "high 0 0"],
        ),
        (
            "evaluation=\"2\"",
            "evaluation=\"2.0000000000000004\"",
            &["dusty-number"],
            &[],
        ),
        (
            "weight index=\"1\" value=\"1.0\"",
            "weight index=\"1\" value=\"1.25\"",
            &["import-weights-sum", "utility-above-one"],
            &[],
        ),
    ];
    for (from, to, wanted, rows) in cases {
        let (found, table) = with(from, to);
        let mut found: Vec<&str> = found;
        found.sort_unstable();
        let mut wanted = wanted.to_vec();
        wanted.sort_unstable();
        // a name of the first profile is the domain's: the second one differs then
        found.retain(|code| *code != "names-differ" || wanted.contains(code));
        assert_eq!(found, wanted, "{to}");
        if !rows.is_empty() {
            assert_eq!(table, *rows, "{to}");
        }
    }
}

#[test]
fn trees_of_genius_are_read_in_any_form() {
    // no objective, and numbers from 2
    let flat = PROFILE.replace(
        "<objective index=\"0\" name=\"x\" type=\"objective\" etype=\"objective\">\n",
        "",
    );
    let flat = flat
        .replace("</objective>\n", "")
        .replace("index=\"1\" name", "index=\"2\" name");
    let flat = flat.replace("weight index=\"1\"", "weight index=\"2\"");
    let (domain, notes) = import(Format::Genius, &[&flat, &flat], &Options::default());
    assert_eq!(codes(&notes), ["no-objective", "issue-numbers"]);
    assert_eq!(table(&domain.expect("a domain").issues[0]).len(), 3);
    // an objective in another: weights of objectives are not used
    let nested = PROFILE.replace(
        "<issue",
        "<weight index=\"7\" value=\"0.3\"/><objective index=\"7\" name=\"y\"><issue",
    );
    let nested = nested.replace(
        "<weight index=\"1\" value=\"1.0\"/>",
        "<weight index=\"1\" value=\"1.0\"/></objective>",
    );
    let (domain, notes) = import(Format::Genius, &[&nested, &nested], &Options::default());
    assert_eq!(codes(&notes), ["hierarchy"]);
    assert_eq!(table(&domain.expect("a domain").issues[0])[0], "low 1 1");
    // values of the profile that the domain calls otherwise belong together by their place
    let domain = PROFILE
        .replace(" evaluation=", " cost=")
        .replace("<weight index=\"1\" value=\"1.0\"/>", "");
    let other = PROFILE.replace("\"mid\"", "\"middle\"");
    let (domain, notes) = import(
        Format::Genius,
        &[&domain, PROFILE, &other],
        &Options::default(),
    );
    assert_eq!(codes(&notes), ["names-differ"]);
    assert_eq!(
        table(&domain.expect("a domain").issues[0])[1],
        "mid 1/2 1/2"
    );
}

/// A real-valued issue from 0 to 10.
fn real(evaluator: &str) -> String {
    let start = PROFILE.find("<issue").expect("an issue");
    let end = PROFILE.find("<weight").expect("a weight");
    let issue = format!(
        "<issue index=\"1\" name=\"price\" type=\"real\"><range lowerbound=\"0\" upperbound=\"10\"/>{evaluator}</issue>\n"
    );
    format!("{}{issue}{}", &PROFILE[..start], &PROFILE[end..])
}

#[test]
fn real_issues_are_ranges_or_cut() {
    let line = real(r#"<evaluator ftype="linear" parameter0="0" parameter1="0.1"/>"#);
    let roof =
        real(r#"<evaluator ftype="triangular" parameter0="0" parameter1="10" parameter2="4"/>"#);
    let steep = real(r#"<evaluator ftype="linear" parameter0="-0.5" parameter1="0.2"/>"#);
    let level = real(r#"<evaluator ftype="constant" parameter0="0.5"/>"#);
    let (domain, _) = import(Format::Genius, &[&line, &level], &Options::default());
    let IssueSpace::Range(range) = &domain.expect("a domain").issues[0].space else {
        panic!("a range");
    };
    assert_eq!(range.utility[1].a().to_string(), "1");
    for (a, b) in [(&line, &roof), (&steep, &line)] {
        let (domain, notes) = import(Format::Genius, &[a, b], &Options::default());
        assert!(domain.is_none() && notes.count(NoteCode::NotLinear) == 1);
    }
    let options = Options {
        steps: Some(5),
        ..Options::default()
    };
    let (domain, notes) = import(Format::Genius, &[&steep, &roof], &options);
    assert_eq!(notes.count(NoteCode::CutIntoSteps), 1);
    // .2 v - .5 between 0 and 1; the roof over 0, 4, 10
    assert_eq!(
        table(&domain.expect("a domain").issues[0]),
        [
            "0 0 0",
            "2 0 1/2",
            "4 3/10 1",
            "6 7/10 2/3",
            "8 1 1/3",
            "10 1 0"
        ]
    );
    let sine = real(r#"<evaluator ftype="faratin" parameter0="0" parameter1="1"/>"#);
    let (_, notes) = import(Format::Genius, &[&sine, &line], &options);
    assert_eq!(notes.count(NoteCode::UnknownFunction), 1);
}

#[test]
fn dust_is_rounded_when_asked() {
    let a = r#"{"reservationValue": 0, "issueWeights": {"x": 0.39999999999999997, "y": 0.6}, "issues": {"x": {"p": 1, "q": 0}, "y": {"p": 0.123456789, "q": 1}}}"#;
    let (_, notes) = import(Format::Negolog, &[a, a], &Options::default());
    assert_eq!(codes(&notes), ["dusty-number", "import-weights-sum"]);
    let options = Options {
        round_decimals: Some(6),
        ..Options::default()
    };
    let (domain, notes) = import(Format::Negolog, &[a, a], &options);
    assert_eq!(codes(&notes), [""; 0]);
    let domain = domain.expect("a domain");
    assert_eq!(table(&domain.issues[0])[0], "p 2/5 2/5");
    // .6 * .123457
    assert_eq!(
        table(&domain.issues[1])[0],
        "p 370371/5000000 370371/5000000"
    );
}

#[test]
fn what_is_no_domain_is_refused() {
    let huge = format!("<utility_space>{}", " ".repeat(MAX_BYTES));
    let many = format!(
        "<utility_space>{}</utility_space>",
        "<x/>".repeat(1_000_001)
    );
    let values: String = (0..10_001)
        .map(|index| format!("<item value=\"{index}\" evaluation=\"1\"/>"))
        .collect();
    let long = PROFILE
        .replace("<weight", "<!-- --><weight")
        .replace("</issue>", &format!("{values}</issue>"));
    let cut = &PROFILE[..PROFILE.len() / 2];
    let laughs = format!("<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>{PROFILE}");
    let nonlinear = PROFILE.replace("<utility_space>", "<utility_space type=\"nonlinear\">");
    let class = "type: LinearAdditiveUtilityFunction\nweights: [1]\nvalues:\n- type: os.system\n  mapping: {a: 1}\n";
    let tagged = "type: LinearAdditiveUtilityFunction\nweights: !!python/object/apply:os.system [\"true\"]\n";
    let space = "issues:\n- {name: x, type: CategoricalIssue, values: [a]}\n";
    let mapping = "type: MappingUtilityFunction\nmapping: {}\n";
    let web = r#"{"SumOfGroupsUtilitySpace": {}}"#;
    let log = r#"{"issueWeights": {"x": 1}, "issues": {"x": {"p": "NaN"}}}"#;
    let deep = format!("{{\"issueWeights\": {}", "[".repeat(1000));
    let genius = Format::Genius;
    let cases: &[(Format, &[&str], &str)] = &[
        (genius, &[cut, PROFILE], "malformed-file"),
        (genius, &[&laughs, PROFILE], "document-type"),
        (genius, &[&huge, PROFILE], "file-too-large"),
        (genius, &[&many, PROFILE], "too-many-parts"),
        (genius, &[&long, PROFILE], "too-many-values"),
        (genius, &[&nonlinear, PROFILE], "not-additive"),
        (genius, &[PROFILE, PROFILE, PROFILE], "profile-count"),
        (Format::Negmas, &[space, class, class], "unknown-function"),
        (Format::Negmas, &[space, tagged, tagged], "foreign-tag"),
        (Format::Negmas, &[space, mapping, mapping], "not-additive"),
        (Format::GeniusWeb, &[web, web], "unexpected-shape"),
        (Format::Negolog, &[log, log], "not-a-number"),
        (Format::Negolog, &[&deep, log], "nested-too-deeply"),
    ];
    for (format, texts, code) in cases {
        let (_, notes) = import(*format, texts, &Options::default());
        assert!(
            codes(&notes).contains(code),
            "{code}: {:?}",
            notes.kept().first()
        );
    }
}
