fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let text = match zopa_model::check::decode(&bytes) { Ok(t) => t, Err(d) => { println!("{path}: {d:?}"); continue } };
        let c = zopa_model::check(&text);
        println!("## {path}: {} {}", c.diagnostics.len(), if c.scenario.is_some() { "OK" } else { "ERR" });
        for d in &c.diagnostics {
            let p = zopa_model::Position::of(&text, d.span.start);
            println!("   {} {}[{}] {}:{} {} -- {} >> {}", path.rsplit('/').next().unwrap(), d.severity.as_str(), d.code, p.line, p.column, d.at, d.message, d.help.as_deref().unwrap_or(""));
        }
    }
}
