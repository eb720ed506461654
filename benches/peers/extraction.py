"""Readers of dates and quantities. Each gives, for one text, items {start, end (bytes), kind, values | low, high}.

`kind` is `moment`, `duration`, `percentage` or `money`; `values` are ISO 8601 readings of a moment, of which one must be right.
"""
import datetime
import re
import warnings

LENGTHS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800, "month": 2_592_000, "year": 31_536_000}


class Missing(Exception):
    """What a rival needs is not there."""


def spot(text, words, after):
    """Byte span of `words` from character `after` on, and the character behind them."""
    at = text.find(words, after)
    if at < 0:
        return None, after
    start = len(text[:at].encode())
    return (start, start + len(words.encode())), at + len(words)


class Dateparser:
    """dateparser.search, told the language and the date."""

    kinds = {"en": ("moment",), "pt": ("moment",)}

    def __init__(self):
        try:
            from dateparser.search import search_dates
        except ImportError as error:
            raise Missing("dateparser is not installed") from error
        self.search = search_dates

    def read(self, text, language, base):
        settings = {"RELATIVE_BASE": base} if base else {}
        items, after = [], 0
        for words, moment in self.search(text, languages=[language], settings=settings) or []:
            span, after = spot(text, words, after)
            if span:
                items.append({"start": span[0], "end": span[1], "kind": "moment", "values": [moment.isoformat()]})
        return items


class Recognizers:
    """Recognizers-Text as PyPI has it; it reads no Portuguese dates."""

    kinds = {"en": ("moment", "duration", "percentage", "money"), "pt": ("percentage", "money")}

    def __init__(self):
        try:
            from recognizers_date_time import recognize_datetime
            from recognizers_number import recognize_percentage
            from recognizers_number_with_unit import recognize_currency
        except ImportError as error:
            raise Missing("recognizers-text cannot be loaded") from error
        self.dates, self.money, self.shares = recognize_datetime, recognize_currency, recognize_percentage

    def read(self, text, language, base):
        culture = {"en": "en-us", "pt": "pt-br"}[language]
        items = []
        dates = self.dates(text, culture, reference=base or datetime.datetime.now()) if language == "en" else []
        found = [("moment", item) for item in dates]
        found += [("money", item) for item in self.money(text, culture)]
        found += [("percentage", item) for item in self.shares(text, culture)]
        for kind, item in found:
            start = len(text[: item.start].encode())
            one = {"start": start, "end": start + len(text[item.start: item.end + 1].encode()), "kind": kind}
            values = (item.resolution or {}).get("values") if kind == "moment" else None
            if values and values[0].get("type") == "duration":
                one.update(kind="duration", low=number(values[0].get("value")))
            elif kind == "moment":
                one["values"] = [iso(value.get(key), base) for value in values or [] for key in ("value", "start", "end") if value.get(key)]
            else:
                one["low"] = number(str((item.resolution or {}).get("value")).rstrip("%"))
            items.append(one)
        return items


class Quantulum:
    """quantulum3 without its unit classifier, whose pickle today's scikit-learn cannot open; English only."""

    kinds = {"en": ("duration", "percentage", "money")}

    def __init__(self):
        try:
            import quantulum3.classifier
            from quantulum3 import parser
        except ImportError as error:
            raise Missing("quantulum3 is not installed") from error
        quantulum3.classifier.USE_CLF = False
        self.parse = parser.parse

    def read(self, text, language, base):
        items = []
        for quantity in self.parse(text):
            entity, unit = quantity.unit.entity.name, quantity.unit.name
            kind = {"time": "duration", "currency": "money"}.get(entity, "percentage" if unit == "percentage" else None)
            if kind is None:
                continue
            factor = LENGTHS.get(unit, 1) if kind == "duration" else 1
            start = len(text[: quantity.span[0]].encode())
            end = start + len(text[quantity.span[0]: quantity.span[1]].encode())
            items.append({"start": start, "end": end, "kind": kind, "low": quantity.value * factor})
        return items


def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return None


def iso(value, base):
    """`2021-05-03 10:04:00` as ISO 8601; `10:04:00` is given the date that is known beforehand."""
    if re.match(r"\d\d:", value):
        return f"{base.date() if base else ''}T{value}"
    return value.replace(" ", "T")


def of_raiz(record):
    """The items of a record."""
    items = [{"start": item["start"], "end": item["end"], "kind": "moment", "values": [item["value"]]} for item in record["timestamps"]]
    return items + [{"start": item["start"], "end": item["end"], "kind": item["kind"], "low": item["low"], "high": item["high"]}
                    for item in record["figures"] if item["kind"] in ("duration", "percentage", "money")]


# ---------------------------------------------------------------- what is right

FIELDS = re.compile(r"^(?:(\d{4})|-)?(?:-(\d\d)|-)?(?:-(\d\d))?(?:T(\d\d)(?::(\d\d))?(?::(\d\d))?(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$")


def fields(value):
    """Year, month, day, hour, minute, as far as a value says them; none where it is no moment."""
    match = FIELDS.match(value.strip()) if isinstance(value, str) else None
    return match and [part and int(part) for part in match.groups()[:5]]


def same_local(want, have):
    """Is everything that `want` says of date and clock in `have`? Offsets are left aside: most rivals read none."""
    want, have = fields(want), fields(have)
    return want is not None and have is not None and all(w is None or w == h for w, h in zip(want, have))


def near(a, b):
    return a is not None and b is not None and abs(a - b) <= 1e-3 * max(abs(a), abs(b)) + 1e-9


def right(want, inside):
    """Does one of the items inside a span say what is wanted of it?"""
    values = [want["value"], *want.get("alts", [])]
    if want["kind"] == "range":
        said = [value for item in inside for value in item.get("values", [])]
        return any(any(same_local(v["start"], have) for have in said) and any(same_local(v["end"], have) for have in said) for v in values)
    if want["kind"] == "moment":
        return any(same_local(v, have) for v in values for item in inside for have in item.get("values", []))
    amounts = [v["amount"] if isinstance(v, dict) else v for v in values]
    return any(near(float(a), item.get("low")) for a in amounts for item in inside)


def tally(wanted, given):
    """How many of `wanted` (spans with kind and value) are covered by half, how many of these are right, and how many of
    `given` cover nothing."""
    covered = correct = 0
    used = set()
    for want in wanted:
        kind = "moment" if want["kind"] == "range" else want["kind"]
        inside = []
        for at, item in enumerate(given):
            shared = min(item["end"], want["span"][1]) - max(item["start"], want["span"][0])
            if item["kind"] == kind and shared > 0:
                used.add(at)
                inside.append((shared, item))
        if 2 * sum(shared for shared, _ in inside) >= want["span"][1] - want["span"][0]:
            covered += 1
            correct += right(want, [item for _, item in inside])
    return covered, correct, len(given) - len(used)


def readers():
    """Name, and what makes one."""
    warnings.filterwarnings("ignore")
    return [("dateparser", Dateparser), ("Recognizers-Text (PyPI)", Recognizers), ("quantulum3", Quantulum)]
