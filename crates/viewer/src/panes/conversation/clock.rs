//! Times as the reader's own clock shows them.

use js_sys::Date;
use wasm_bindgen::JsValue;

/// A moment, in the reader's time zone.
pub struct Moment {
    /// `2026-08-24`
    pub day: String,
    /// `10:30:12`
    pub time: String,
    /// For machines, in UTC.
    pub iso: String,
}

/// Reads Unix milliseconds; `None` where they name no moment.
pub fn moment(milliseconds: f64) -> Option<Moment> {
    let date = Date::new(&JsValue::from_f64(milliseconds));
    if date.get_time().is_nan() {
        return None;
    }
    Some(Moment {
        day: format!(
            "{}-{:02}-{:02}",
            date.get_full_year(),
            date.get_month() + 1,
            date.get_date()
        ),
        time: format!(
            "{:02}:{:02}:{:02}",
            date.get_hours(),
            date.get_minutes(),
            date.get_seconds()
        ),
        iso: date.to_iso_string().into(),
    })
}
