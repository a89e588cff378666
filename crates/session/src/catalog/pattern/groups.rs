//! The groups of a pattern that keep what they match: how many there are, and their names. They are
//! counted before anything is parsed, since a reference may stand before its group.

use super::PatternError;
use super::parse::byte;

/// The groups of a pattern.
pub(super) struct Groups {
    pub(super) count: usize,
    pub(super) names: Vec<(Vec<u16>, usize)>,
}

impl Groups {
    pub(super) fn of(units: &[u16]) -> Result<Self, PatternError> {
        let mut groups = Groups {
            count: 0,
            names: Vec::new(),
        };
        let mut in_set = false;
        let mut rest = units;
        while let Some((&unit, after)) = rest.split_first() {
            rest = after;
            match byte(unit) {
                b'\\' => rest = after.get(1..).unwrap_or_default(),
                b'[' => in_set = true,
                b']' => in_set = false,
                b'(' if !in_set => match after {
                    [question, less, name @ ..]
                        if byte(*question) == b'?'
                            && byte(*less) == b'<'
                            && !name
                                .first()
                                .is_some_and(|&unit| matches!(byte(unit), b'=' | b'!')) =>
                    {
                        groups.count += 1;
                        let name = name_before_bracket(name).ok_or(PatternError::GroupName)?;
                        if groups.number(name).is_some() {
                            return Err(PatternError::GroupName);
                        }
                        groups.names.push((name.to_vec(), groups.count));
                    }
                    [question, ..] if byte(*question) == b'?' => {}
                    _ => groups.count += 1,
                },
                _ => {}
            }
        }
        Ok(groups)
    }

    pub(super) fn number(&self, name: &[u16]) -> Option<usize> {
        let found = self.names.iter().find(|(known, _)| known == name)?;
        Some(found.1)
    }
}

/// The name before the next `>`.
pub(super) fn name_before_bracket(units: &[u16]) -> Option<&[u16]> {
    let end = units.iter().position(|&unit| byte(unit) == b'>')?;
    let name = &units[..end];
    let text = String::from_utf16(name).ok()?;
    let starts = text.starts_with(|first: char| first.is_alphabetic() || "$_".contains(first));
    let goes_on = |next: char| next.is_alphanumeric() || "$_\u{200c}\u{200d}".contains(next);
    (starts && text.chars().all(goes_on)).then_some(name)
}
