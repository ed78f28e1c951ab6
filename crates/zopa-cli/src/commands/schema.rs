//! `zopa schema`: print a JSON Schema.

use std::io::Write as _;

use crate::args::{Schema, SchemaArgs};
use crate::exit::{Exit, Failure};
use crate::io::Output;

const SCENARIO: &str = include_str!("../../../../data/benchmark-scenario.schema.json");

const DOMAIN: &str = include_str!("../../../../data/domain.schema.json");

const PAIR: &str = zopa_calibrate::SCHEMA;

pub(super) fn run(args: &SchemaArgs) -> Result<Exit, Failure> {
    let text = match args.what {
        Schema::Scenario => SCENARIO,
        Schema::Domain => DOMAIN,
        Schema::Pair => PAIR,
    };
    let mut output = Output::open(&args.output)?;
    output.write_all(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Done)
}
