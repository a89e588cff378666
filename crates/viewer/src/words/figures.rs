//! Counts and sizes as people read them.

/// A whole number with its thousands apart.
pub fn count(number: usize, separator: char) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// A number of bytes in the unit that suits it, in steps of 1,000 as file managers count.
pub fn bytes(number: u64, decimal_mark: char) -> String {
    const UNITS: [&str; 4] = ["KB", "MB", "GB", "TB"];
    if number < 1000 {
        return format!("{number} B");
    }
    #[allow(clippy::cast_precision_loss, reason = "two digits are shown")]
    let mut value = number as f64 / 1000.0;
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    let digits = if value < 9.95 {
        format!("{value:.1}")
    } else {
        format!("{value:.0}")
    };
    format!(
        "{} {}",
        digits.replace('.', &decimal_mark.to_string()),
        UNITS[unit]
    )
}

/// An amount of dollars: in cents where that says enough, finer where it is less than ten cents.
pub fn dollars(amount: f64, decimal_mark: char) -> String {
    let text = if amount == 0.0 || amount >= 0.1 {
        format!("{amount:.2}")
    } else {
        format!("{amount:.4}")
    };
    format!("${}", text.replace('.', &decimal_mark.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let counted = [0, 12, 999, 1000, 25_600, 1_000_000].map(|number| count(number, ','));
        assert_eq!(counted, ["0", "12", "999", "1,000", "25,600", "1,000,000"]);
    }

    #[test]
    fn bytes_take_the_unit_that_suits_them() {
        let sizes = [
            0,
            999,
            1000,
            7915,
            48_200,
            999_600,
            2_545_986,
            104_857_600,
            3_500_000_000,
        ];
        assert_eq!(
            sizes.map(|size| bytes(size, '.')),
            [
                "0 B", "999 B", "1.0 KB", "7.9 KB", "48 KB", "1.0 MB", "2.5 MB", "105 MB", "3.5 GB"
            ]
        );
        assert_eq!(bytes(2_545_986, ','), "2,5 MB");
    }

    #[test]
    fn small_amounts_are_finer() {
        let shown = [0.0, 0.00123, 0.0999, 0.1, 12.345].map(|amount| dollars(amount, '.'));
        assert_eq!(shown, ["$0.00", "$0.0012", "$0.0999", "$0.10", "$12.35"]);
        assert_eq!(dollars(1.5, ','), "$1,50");
    }
}
