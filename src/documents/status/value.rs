//! Looking into JSON values: the first field of several names that is there, as text, as a time, as a list.

use serde_json::Value;

use super::when;

/// The value at `path`, whose parts are joined by dots.
pub(super) fn at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(value, |value, name| value.get(name))
}

/// The first of the fields that holds a text or a number, as text without white space around it.
pub(super) fn text(value: &Value, paths: &[&str]) -> Option<String> {
    paths.iter().find_map(|path| match at(value, path)? {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

/// The first of the fields that holds a time: text as it stands, and seconds or milliseconds since 1970 as ISO 8601.
pub(super) fn time(value: &Value, paths: &[&str]) -> Option<String> {
    let found = text(value, paths)?;
    Some(when::from_epoch(&found).unwrap_or(found))
}

/// The list at `path`; an empty one where there is none.
pub(super) fn list<'v>(value: &'v Value, path: &str) -> &'v [Value] {
    at(value, path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Take the list at `path` out of its place.
pub(super) fn take_list(value: &mut Value, path: &str) -> Vec<Value> {
    let found = path.split('.').try_fold(value, |value, name| value.get_mut(name));
    match found.map(Value::take) {
        Some(Value::Array(list)) => list,
        _ => Vec::new(),
    }
}

/// Is there a field of that name, of whatever value?
pub(super) fn has(value: &Value, name: &str) -> bool {
    value.get(name).is_some()
}

/// The first object of a list, and the value itself where it is one.
pub(super) fn first(value: &Value) -> Option<&Value> {
    match value {
        Value::Array(entries) => entries.iter().find(|entry| entry.is_object()),
        Value::Object(_) => Some(value),
        _ => None,
    }
}

/// The entries of a list, and a value that is none as the only one.
pub(super) fn entries(value: Value) -> Vec<Value> {
    match value {
        Value::Array(entries) => entries,
        other => vec![other],
    }
}

/// The names in a list of texts or of objects with a name.
pub(super) fn names(value: &Value, path: &str) -> Vec<String> {
    let name = |entry: &Value| entry.as_str().map(str::to_owned).or_else(|| text(entry, &["name", "title"]));
    list(value, path).iter().filter_map(name).filter(|name| !name.is_empty()).collect()
}
