//! The three ways in which HTTP writes a date. All say the same in the same order but for the year.

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Seconds from 1970 to a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
pub(crate) fn parse(text: &str) -> Option<i64> {
    let mut numbers = Vec::new();
    let (mut month, mut time) = (None, None);
    let words = text.split([' ', ',', '-']).filter(|word| !word.is_empty());
    // The first is the day's name.
    for word in words.skip(1) {
        if let Some(at) = MONTHS.iter().position(|name| *name == word) {
            month = Some(at);
        } else if word.contains(':') {
            time = seconds_of_day(word);
        } else if word != "GMT" {
            numbers.push(number(word)?);
        }
    }
    let [day, year] = numbers[..] else {
        return None;
    };
    let year = match year {
        0..70 => year + 2000,
        70..100 => year + 1900,
        _ => year,
    };
    let month = i64::try_from(month?).ok()?;
    let plausible = (1..=31).contains(&day) && (1970..=9999).contains(&year);
    plausible.then_some(days(year, month, day) * 86_400 + time?)
}

fn number(word: &str) -> Option<i64> {
    let plain = word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| word.parse().ok()).flatten()
}

fn seconds_of_day(word: &str) -> Option<i64> {
    let parts: Vec<i64> = word.split(':').map(number).collect::<Option<_>>()?;
    match parts[..] {
        [hours @ 0..24, minutes @ 0..60, seconds @ 0..=60] => {
            Some((hours * 60 + minutes) * 60 + seconds)
        }
        _ => None,
    }
}

/// Days from 1970 to a date; `month` counts from 0.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years that begin in March have their odd day last.
    let (year, month) = if month < 2 {
        (year - 1, month + 10)
    } else {
        (year, month - 2)
    };
    let leap_days = year / 4 - year / 100 + year / 400;
    year * 365 + leap_days + (month * 306 + 5) / 10 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_all_three_forms() {
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ] {
            assert_eq!(parse(text), Some(784_111_777), "{text}");
        }
        assert_eq!(parse("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(parse("Tue, 29 Feb 2000 00:00:00 GMT"), Some(951_782_400));
        assert_eq!(parse("Tue, 01 Dec 2026 00:00:00 GMT"), Some(1_796_083_200));
    }

    #[test]
    fn reads_nothing_else() {
        for text in [
            "",
            "soon",
            "Sun, 06 Nov 1994",
            "Sun, 06 Nov 1994 25:00:00 GMT",
            "Sun, 06 Foo 1994 08:49:37 GMT",
            "Sun, 99 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 99999 08:49:37 GMT",
            "1994-11-06T08:49:37Z",
            "Sun, -6 Nov 1994 1:1:1:1 GMT",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
