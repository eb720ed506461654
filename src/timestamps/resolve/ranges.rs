//! What the ends of a range tell each other.

use crate::timestamps::clock::{ClockMatch, Half};
use crate::timestamps::moment::{Clock, Precision};
use crate::timestamps::scan::{Link, Mention};

/// Month and year that one end of a range, or one day of a list, has from the other.
pub(super) fn share_fields(first: &mut Mention, second: &mut Mention) {
    let (Some(mut from), Some(mut to)) = (first.fields, second.fields) else { return };
    if from.month.is_none() && from.day.is_some() && from.weekday.is_none() && from.relative.is_none() {
        from.month = to.month;
    }
    if to.month.is_none() && to.day.is_some() && to.weekday.is_none() && to.relative.is_none() {
        to.month = from.month;
    }
    let order = (from.month, from.day).cmp(&(to.month, to.day));
    if from.month.is_some() && to.month.is_some() {
        match (from.year, to.year) {
            (None, Some(year)) => from.year = Some(if order.is_gt() && first.link == Link::Range { year - 1 } else { year }),
            (Some(year), None) => to.year = Some(if order.is_gt() && first.link == Link::Range { year + 1 } else { year }),
            _ => {}
        }
    }
    (first.fields, second.fields) = (Some(from), Some(to));
}

/// "from noon to 1:30" ends after noon.
fn is_noon(found: &ClockMatch) -> bool {
    found.half_known && (found.clock.hour, found.clock.minute) == (12, 0)
}

/// The half of the day that one end of a range has from the other.
pub(super) fn share_halves(first: &mut Mention, second: &mut Mention) {
    let (Some(from), Some(to)) = (first.clock.as_mut(), second.clock.as_mut()) else { return };
    if !from.half_known && to.meridiem.is_some() && first.fields.is_none_or(|_| second.fields.is_none()) {
        let applied = to.meridiem.map_or(from.clock.hour, |half| half.apply(from.clock.hour));
        let shared = Clock { hour: applied, ..from.clock };
        if shared <= to.clock {
            from.clock = shared;
        } else if to.meridiem == Some(Half::Am) && from.clock.hour < 12 && from.clock > to.clock {
            // "from 11 to 3 am" begins before midnight.
            from.clock.hour = Half::Pm.apply(from.clock.hour);
        }
        from.half_known = true;
    } else if !to.half_known
        && (from.meridiem.is_some() || to.clock.precision == Precision::Hour && from.clock.hour <= 12 || is_noon(from))
        && to.clock <= from.clock
        && second.fields.is_none() | first.fields.is_none()
    {
        let later = Clock { hour: Half::Pm.apply(to.clock.hour), ..to.clock };
        if later > from.clock {
            to.clock = later;
        }
    }
}
