//! JavaScript's JSON, held against `serde_json` where both define the same.

use pi_session::json::{Raw, Tape};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

/// Texts from the words of JSON: valid often enough, broken in small ways otherwise.
fn text() -> impl Strategy<Value = String> {
    let word = select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"\"",
        "\"a\"",
        "\"b\"",
        "\"\\u0061\"",
        "\"\\n\\/\\\"\"",
        "\"\u{e9}\u{1f600}\"",
        "\"\\ud83d\\ude00\"",
        "\"x",
        "\\",
        "\"\\q\"",
        "\"\\u12\"",
        "null",
        "true",
        "false",
        "nul",
        "0",
        "-0",
        "01",
        "1",
        "-",
        "12.5",
        "1.",
        ".5",
        "1e3",
        "1E-2",
        "1e",
        "+1",
        "9007199254740993",
        "1e21",
        "123456789012345680000",
        " ",
        "\t",
        "\n",
        "\r",
        "\u{b}",
        "\u{a0}",
        "\"\u{7f}\"",
        "\"\t\"",
        "'",
    ]);
    prop::collection::vec(word, 0..14).prop_map(|words| words.concat())
}

fn value() -> impl Strategy<Value = Value> {
    let number = prop_oneof![
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-1000_i64..1000).prop_map(|n| Value::from(n as f64 / 8.0)),
    ];
    let key = prop_oneof![4 => "[a-c]{0,2}", 2 => "[0-9]{1,3}", 1 => ".{0,3}", 1 => select(vec!["4294967294", "4294967295", "01", "-1"]).prop_map(str::to_owned)];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number,
        ".{0,6}".prop_map(Value::from)
    ];
    leaf.prop_recursive(6, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Equality as JavaScript has it: every number is a double.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

/// What a [`Raw`] holds, by its own means.
fn rebuilt(raw: Raw<'_>) -> Value {
    use pi_session::json::Kind;
    match raw.kind() {
        Kind::Null => Value::Null,
        Kind::Bool => Value::from(raw.as_bool()),
        Kind::Number => Value::from(raw.as_f64()),
        Kind::String => Value::from(raw.as_str().map(std::borrow::Cow::into_owned)),
        Kind::Array => raw.items().map(rebuilt).collect(),
        Kind::Object => Value::Object(
            raw.members()
                .map(|(key, value)| (key.into_owned(), rebuilt(value)))
                .collect(),
        ),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_same_texts_are_json(text in text()) {
        let theirs = serde_json::from_str::<Value>(&text);
        // Where it finds a number too large, serde_json says nothing about the rest.
        prop_assume!(!theirs.as_ref().is_err_and(|error| error.to_string().starts_with("number out of range")));
        let ours = Raw::parse(text.as_bytes());
        prop_assert_eq!(ours.is_some(), theirs.is_ok(), "{:?} {:?}", text, theirs);
        if let (Some(ours), Ok(theirs)) = (ours, theirs) {
            prop_assert!(same(&rebuilt(ours), &theirs), "{} {}", rebuilt(ours), theirs);
        }
    }
}

proptest! {
    #[test]
    fn stringify_keeps_the_value_and_is_stable(value in value(), pretty: bool) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.expect("JSON");
        let raw = Raw::parse(text.as_bytes()).expect("JSON");
        prop_assert!(same(&rebuilt(raw), &value));
        let ours = raw.stringify();
        let back: Value = serde_json::from_str(&ours).expect("JSON");
        prop_assert!(same(&back, &value), "{} {}", ours, text);
        let again = Raw::parse(ours.as_bytes()).expect("JSON");
        prop_assert_eq!(again.stringify(), ours.clone());
    }

    #[test]
    fn a_tape_holds_every_value_once(value in value()) {
        let text = value.to_string();
        let tape = Tape::new(Raw::parse(text.as_bytes()).expect("JSON"));
        prop_assert_eq!(tape.raw(0).bytes(), text.as_bytes());
        let mut keys = 0;
        for node in 0..tape.len() {
            let raw = tape.raw(node);
            prop_assert_eq!(Raw::parse(raw.bytes()), Some(raw));
            keys += usize::from(tape.node(node).key);
            let subtree = tape.subtree(node);
            prop_assert!(subtree.start == node && subtree.end <= tape.len() && subtree.end > node);
        }
        fn count(value: &Value) -> (usize, usize) {
            match value {
                Value::Array(items) => items.iter().map(count).fold((1, 0), |a, b| (a.0 + b.0, a.1 + b.1)),
                Value::Object(members) => members.values().map(count).fold((1, members.len()), |a, b| (a.0 + b.0, a.1 + b.1)),
                _ => (1, 0),
            }
        }
        prop_assert_eq!((tape.len() - keys, keys), count(&value));
    }

    #[test]
    fn any_text_is_quoted_as_json(text in ".{0,40}") {
        let mut quoted = String::new();
        pi_session::json::quote_into(&text, &mut quoted);
        prop_assert_eq!(serde_json::from_str::<String>(&quoted).expect("a string"), text.clone());
        prop_assert_eq!(Raw::parse(quoted.as_bytes()).and_then(Raw::as_str).expect("a string"), text);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(prop_oneof![select(b"{}[],:\"\\u0truefalsn1e-. \n\xFF\xC3".to_vec()), any::<u8>()], 0..60)) {
        if let Some(raw) = Raw::parse(&bytes) {
            let _ = (rebuilt(raw), raw.stringify(), Tape::new(raw).len(), raw.truthy(), raw.get("a"));
        }
    }
}

#[test]
fn where_the_dialects_part() {
    // Left: what JavaScript takes and serde_json does not.
    for text in [
        r#""\ud83d""#,
        r#""\ude00\ud83d""#,
        "1e999",
        "-1e999",
        &format!("{}{}", "[".repeat(200), "]".repeat(200)),
    ] {
        assert!(serde_json::from_str::<Value>(text).is_err());
        assert!(Raw::parse(text.as_bytes()).is_some());
    }
    assert!(Raw::parse(b"\"\xFF\"").is_some());
}
