//! ISO 8601 times to Unix milliseconds, as JavaScript's `Date` reads them.
//!
//! A time without a zone is taken as UTC, so that a file reads the same everywhere (*ours*).

/// Unix milliseconds of an ISO time; `None` when it is none.
///
/// Takes `YYYY-MM-DD`, alone or with `T` or a blank and `hh:mm`, `:ss`, a fraction of any length
/// (cut to milliseconds), and `Z` or an offset.
pub(crate) fn parse(text: &str) -> Option<f64> {
    clip(milliseconds(text)?)
}

/// A number as the time that JavaScript's `Date` makes of it: whole milliseconds, and none that
/// are more than 100,000,000 days away from 1970.
pub(crate) fn clip(number: f64) -> Option<f64> {
    // Adding zero turns -0 into 0.
    (number.abs() <= 8.64e15).then(|| number.trunc() + 0.0)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a year of six digits has far fewer milliseconds than 2^53"
)]
fn milliseconds(text: &str) -> Option<f64> {
    let mut cursor = Cursor(crate::text::trim(text).as_bytes());
    let year = cursor.year()?;
    let month = cursor.after(b'-').map_or(Some(1), |mut rest| {
        let month = rest.digits(2);
        cursor = rest;
        month
    })?;
    let day = cursor.after(b'-').map_or(Some(1), |mut rest| {
        let day = rest.digits(2);
        cursor = rest;
        day
    })?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let midnight = days_from_civil(year, month, day) as f64 * 86_400_000.0;
    if cursor.0.is_empty() {
        return Some(midnight);
    }
    cursor = cursor.after(b'T').or_else(|| cursor.after(b' '))?;
    let hour = cursor.digits(2)?;
    cursor = cursor.after(b':')?;
    let minute = cursor.digits(2)?;
    let mut second = 0;
    let mut millisecond = 0;
    if let Some(rest) = cursor.after(b':') {
        cursor = rest;
        second = cursor.digits(2)?;
        if let Some(rest) = cursor.after(b'.') {
            cursor = rest;
            millisecond = cursor.milliseconds()?;
        }
    }
    let end_of_day = hour == 24 && minute == 0 && second == 0 && millisecond == 0;
    if (hour > 23 && !end_of_day) || minute > 59 || second > 59 {
        return None;
    }
    let offset_minutes = cursor.offset()?;
    let minutes = hour * 60 + minute - offset_minutes;
    Some(midnight + (minutes * 60_000 + second * 1000 + millisecond) as f64)
}

/// Unix milliseconds as `Date.prototype.toISOString` writes them.
pub(crate) fn format(milliseconds: f64) -> String {
    const DAY: i64 = 86_400_000;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a time is cut to whole milliseconds"
    )]
    let milliseconds = milliseconds as i64;
    let (year, month, day) = civil_from_days(milliseconds.div_euclid(DAY));
    let rest = milliseconds.rem_euclid(DAY);
    let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60);
    let (second, millisecond) = (rest / 1000 % 60, rest % 1000);
    let year = match year {
        0..=9999 => format!("{year:04}"),
        _ => format!("{year:+07}"),
    };
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}Z")
}

/// The inverse of [`days_from_civil`].
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[derive(Clone, Copy)]
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn after(self, byte: u8) -> Option<Cursor<'a>> {
        self.0.strip_prefix(&[byte]).map(Cursor)
    }

    fn digits(&mut self, count: usize) -> Option<i64> {
        let (digits, rest) = self.0.split_at_checked(count)?;
        let mut number = 0;
        for digit in digits {
            if !digit.is_ascii_digit() {
                return None;
            }
            number = number * 10 + i64::from(digit - b'0');
        }
        self.0 = rest;
        Some(number)
    }

    /// Four digits, or a sign and six.
    fn year(&mut self) -> Option<i64> {
        for (sign, factor) in [(b'+', 1), (b'-', -1)] {
            if let Some(mut rest) = self.after(sign) {
                let year = rest.digits(6)?;
                *self = rest;
                return (year != 0 || factor == 1).then_some(year * factor);
            }
        }
        self.digits(4)
    }

    fn milliseconds(&mut self) -> Option<i64> {
        let length = self.0.iter().take_while(|b| b.is_ascii_digit()).count();
        if length == 0 {
            return None;
        }
        let (digits, rest) = self.0.split_at(length);
        self.0 = rest;
        let mut number = 0;
        for place in 0..3 {
            number = number * 10 + digits.get(place).map_or(0, |digit| i64::from(digit - b'0'));
        }
        Some(number)
    }

    /// Minutes east of Greenwich; the rest of the text must be the zone.
    fn offset(self) -> Option<i64> {
        match self.0 {
            [] | [b'Z' | b'z'] => Some(0),
            [sign @ (b'+' | b'-'), ..] => {
                let mut rest = Cursor(&self.0[1..]);
                let hours = rest.digits(2)?;
                let mut rest = rest.after(b':').unwrap_or(rest);
                let minutes = rest.digits(2)?;
                if !rest.0.is_empty() || hours > 23 || minutes > 59 {
                    return None;
                }
                let offset = hours * 60 + minutes;
                Some(if *sign == b'-' { -offset } else { offset })
            }
            _ => None,
        }
    }
}

/// Days since 1970-01-01 in the proleptic Gregorian calendar (Hinnant's algorithm). A day past the
/// month's end runs into the next month, as in JavaScript.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::{clip, format, parse};

    #[test]
    fn reads_what_date_reads() {
        // Right-hand sides printed by `new Date(…).getTime()` in Node with TZ=UTC.
        for (text, expected) in [
            ("1970-01-01T00:00:00.000Z", Some(0.0)),
            ("2025-11-20T23:33:50.805Z", Some(1_763_681_630_805.0)),
            ("2024-02-29T12:00:00+02:00", Some(1_709_200_800_000.0)),
            ("2024-02-29 12:00", Some(1_709_208_000_000.0)),
            ("2024-02-29", Some(1_709_164_800_000.0)),
            ("2024-02", Some(1_706_745_600_000.0)),
            ("1969-12-31T23:59:59.9999Z", Some(-1.0)),
            ("2024-01-01T24:00:00Z", Some(1_704_153_600_000.0)),
            ("-000001-01-01T00:00:00Z", Some(-62_198_755_200_000.0)),
            ("2023-02-31", Some(1_677_801_600_000.0)),
            ("", None),
            ("yesterday", None),
            ("2023-13-01", None),
            ("2024-01-01T25:00:00Z", None),
            ("2024-01-01T10:00:00Zx", None),
            ("2024-01-01T", None),
            ("+275760-09-13T00:00:00.000Z", Some(8.64e15)),
            ("+275760-09-13T00:00:00.001Z", None),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
    }

    #[test]
    fn writes_what_date_writes() {
        // Right-hand sides printed by `new Date(…).toISOString()` in Node.
        for (time, expected) in [
            (1_763_681_630_805.0, "2025-11-20T23:33:50.805Z"),
            (-1.0, "1969-12-31T23:59:59.999Z"),
            (8.64e15, "+275760-09-13T00:00:00.000Z"),
            (-62_198_755_200_000.0, "-000001-01-01T00:00:00.000Z"),
            (-62_167_219_200_000.0, "0000-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(format(time), expected);
        }
    }

    #[test]
    fn clips_as_date_does() {
        // Right-hand sides printed by `new Date(…).getTime()` in Node.
        assert_eq!(clip(1.9), Some(1.0));
        assert_eq!(clip(-1.9), Some(-1.0));
        assert!(clip(-0.5).is_some_and(f64::is_sign_positive));
        assert_eq!(clip(8.64e15), Some(8.64e15));
        assert_eq!(clip(8.64e15 + 1.0), None);
        assert_eq!(clip(f64::INFINITY), None);
        assert_eq!(clip(f64::NAN), None);
    }
}
