//! A copy of a file without secrets.

use crate::arguments::{Json, bytes, wrong};
use crate::error::{bad_argument, thrown};
use crate::json;
use js_sys::{Object, Reflect};
use pi_session::json::{Kind, Raw, quote_into};
use pi_session::{Finding, RedactOptions, Session};
use std::fmt::Write as _;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The copy, and what was found.
///
/// # Errors
/// When the bytes are no Pi session, or the options are not what the types say.
#[wasm_bindgen(js_name = redactJsonl)]
pub fn redact_jsonl(file: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let file = bytes(file)?;
    let options = read(options)?;
    let session = Session::parse(&file.to_vec()).map_err(|error| thrown(&error))?;
    let redacted = session.redact(&options);
    let mut findings = json::List::new();
    for finding in &redacted.findings {
        findings.push(|out| write(finding, out))?;
    }
    let result = Object::new();
    Reflect::set(&result, &"bytes".into(), &json::bytes(&redacted.bytes))?;
    Reflect::set(&result, &"findings".into(), &findings.finish()?.into())?;
    Ok(result.into())
}

fn write(finding: &Finding, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{{\"kind\":\"{}\",\"placeholder\":", finding.kind);
    quote_into(&finding.placeholder, out);
    let _ = write!(out, ",\"line\":{}", finding.line);
    if let Some(id) = &finding.entry_id {
        out.push_str(",\"entryId\":");
        quote_into(id, out);
    }
    out.push_str(",\"path\":");
    quote_into(&finding.path, out);
    let _ = write!(
        out,
        ",\"inKey\":{},\"start\":{},\"end\":{},\"byteStart\":{},\"byteEnd\":{}}}",
        finding.in_key,
        finding.range.start,
        finding.range.end,
        finding.bytes.start,
        finding.bytes.end
    );
}

fn read(options: &JsValue) -> Result<RedactOptions, JsValue> {
    let mut out = RedactOptions::default();
    let Some(json) = Json::unless_undefined(options, "options")? else {
        return Ok(out);
    };
    let raw = json.raw().map_err(|error| thrown(&error))?;
    if raw.kind() != Kind::Object {
        return Err(wrong(options, "options", "an object"));
    }
    for (name, flag) in [
        ("images", &mut out.images),
        ("thinking", &mut out.thinking),
        ("toolOutput", &mut out.tool_output),
        ("systemPrompt", &mut out.system_prompt),
        ("otherBranches", &mut out.other_branches),
        ("keepEmails", &mut out.keep_emails),
        ("keepHomePaths", &mut out.keep_home_paths),
    ] {
        if let Some(value) = raw.get(name) {
            *flag = value
                .as_bool()
                .ok_or_else(|| bad_argument(&format!("“{name}” should be a boolean.")))?;
        }
    }
    if let Some(list) = raw.get("allow") {
        let allowed: Option<Vec<String>> = (list.kind() == Kind::Array)
            .then(|| {
                list.items()
                    .map(|item| Raw::as_str(item).map(Into::into))
                    .collect()
            })
            .flatten();
        out.allow =
            allowed.ok_or_else(|| bad_argument("“allow” should be an array of strings."))?;
    }
    Ok(out)
}
