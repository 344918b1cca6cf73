#!/usr/bin/env python3
# This source file is part of Martlet, open-source in-app messaging in Swift.
# Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0
"""Compares Martlet's answers to random filters with those of two other engines, and fails with the smallest case in which one of them disagrees.

    compare.py CASES             CASES is what OracleCaseTests writes: one JSON object per line
    compare.py --self-test CASES translates one operation at a time wrongly, and fails unless each mistake is found
"""
import json
import sys
import unicodedata

from cel_expr_python import cel
from json_logic import jsonLogic

ORDERS = {"less": "<", "less_or_equal": "<=", "greater": ">", "greater_or_equal": ">="}
UNITS = {"days": 86_400_000, "hours": 3_600_000, "minutes": 60_000, "seconds": 1_000}


def in_normal_form(value):
    """The protocol requires every client to normalise before it compares. The other engines compare code points as they are."""
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, list):
        return [in_normal_form(element) for element in value]
    if isinstance(value, dict):
        return {in_normal_form(key): in_normal_form(member) for key, member in value.items()}
    return value


class NoCounterpart(Exception):
    """The other language cannot express the case, or gives it another meaning."""


def is_date(value):
    return isinstance(value, dict) and list(value) == ["$date"]


def family(value):
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, dict) and list(value)[:1] and list(value)[0] in ("$date", "$ago", "$from_now"):
        return "date"
    return "list" if isinstance(value, list) else "null" if value is None else "object"


def milliseconds(date, now):
    """The milliseconds of an absolute or relative date."""
    (key, value), = date.items()
    if key == "$date":
        return value
    offset = sum(count * UNITS[unit] for unit, count in value.items())
    return now - offset if key == "$ago" else now + offset


class ToCEL:
    """CEL. The expression checks types, so it has the same meaning for any properties."""

    name = "CEL"
    environment = cel.NewEnv(variables={"p": cel.Type.DYN})
    guards = {
        "bool": "type({0}) == bool",
        "number": "(type({0}) == int || type({0}) == double)",
        "string": "type({0}) == string",
        "date": '(type({0}) == map && "$date" in {0})',
        "list": "type({0}) == list",
    }

    def __init__(self, mistake=None):
        self.mistake = mistake

    def ask(self, case):
        expression = self.filter(case["filter"], "p", case["now"])
        result = self.environment.compile(expression, disable_check=True).eval(data={"p": case["properties"]}).value()
        if not isinstance(result, bool):
            raise RuntimeError(f"{expression} gave {result}")
        return result, expression

    def filter(self, filter, root, now):
        if "all" in filter:
            return "(" + " && ".join(["true"] + [self.filter(part, root, now) for part in filter["all"]]) + ")"
        if "any" in filter:
            return "(" + " || ".join(["false"] + [self.filter(part, root, now) for part in filter["any"]]) + ")"
        if "not" in filter:
            return "!" + self.filter(filter["not"], root, now)
        return "(" + self.comparison(filter, root, now) + ")"

    def comparison(self, filter, root, now):
        there, place = [], root
        for key in filter["path"]:
            there.append(f'type({place}) == map && {json.dumps(key)} in {place}')
            place = f"{place}[{json.dumps(key)}]"
        exists = "(" + " && ".join(there) + ")"
        op, value = filter["op"], filter.get("value")
        if op == self.mistake:
            op = {
                "less": "less_or_equal", "greater": "greater_or_equal", "starts_with": "contains", "not_blank": "exists", "between": "greater",
                "includes_all": "includes_any", "not_in": "in", "not_equals": "equals",
            }[op]
            value = value[0] if filter["op"] == "between" else value
        blank = f"(!{exists} || {place} == null)"
        has = lambda kind, test: f"{exists} && {self.guards[kind].format(place)} && {test}"
        if op in ("exists", "not_exists"):
            return exists if op == "exists" else "!" + exists
        if op in ("blank", "not_blank"):
            return blank if op == "blank" else "!" + blank
        if op == "equals":
            return has(family(value), f"{place} == {self.literal(value)}")
        if op == "not_equals":
            return f"{blank} || ({has(family(value), f'{place} != {self.literal(value)}')})"
        if op in ORDERS:
            return has(family(value), self.order(place, ORDERS[op], value, now))
        if op == "between":
            return has(family(value[0]), self.order(place, ">=", value[0], now) + " && " + self.order(place, "<=", value[1], now))
        literals = lambda: "[" + ", ".join(map(self.literal, value)) + "]"
        if op == "in":
            return f"{exists} && {place} in {literals()}"
        if op == "not_in":
            kinds = " || ".join(self.guards[kind].format(place) for kind in sorted(set(map(family, value))))
            return f"{blank} || ({exists} && ({kinds}) && !({place} in {literals()}))"
        if op == "contains":
            included = has("list", f"{self.literal(value)} in {place}")
            return f"({included}) || ({has('string', f'{place}.contains({self.literal(value)})')})" if isinstance(value, str) else included
        if op == "starts_with":
            return has("string", f"{place}.startsWith({self.literal(value)})")
        if op == "ends_with":
            return has("string", f"{place}.endsWith({self.literal(value)})")
        if op == "matches":
            pattern = "(?i)" + value if filter.get("ignoring_case") else value
            return has("string", f"{place}.matches({self.literal(pattern)})")
        if op in ("includes_any", "includes_all"):
            each = [f"{self.literal(one)} in {place}" for one in value]
            return has("list", "(" + (" || " if op == "includes_any" else " && ").join(each) + ")")
        if op == "any_element":
            element = f"e{root.count('e') if root != 'p' else 0}"
            # The macro only reports the error of an element if no other element is true. The guards prevent errors.
            return has("list", f"{place}.exists({element}, {self.filter(filter['filter'], element, now)})")
        raise NoCounterpart(op)

    def order(self, place, sign, value, now):
        if family(value) == "date":
            return f'{place}["$date"] {sign} {milliseconds(value, now)}'
        return f"{place} {sign} {self.literal(value)}"

    def literal(self, value):
        if is_date(value):
            return '{"$date": %d}' % value["$date"]
        if isinstance(value, float):
            return repr(value)
        return json.dumps(value)


class ToJSONLogic:
    """JSON-logic converts types where Martlet does not, so it only gets cases whose properties have the types that the filter expects."""

    name = "JSON-logic"
    usual = {"n": "number", "m": "number", "s": "string", "t": "string", "d": "date", "f": "bool", "l": "list", "o": "list", "p": "object"}

    def __init__(self, mistake=None):
        self.mistake = mistake

    def ask(self, case):
        for key, value in case["properties"].items():
            if family(value) != self.usual[key]:
                raise NoCounterpart("a property of another type")
            # In Python, True is in [1], and a date would be a number.
            if key == "l" and any(family(element) not in ("number", "string") for element in value):
                raise NoCounterpart("an element of another type")
        rule = self.filter(case["filter"], case["now"])
        data = {key: value["$date"] if is_date(value) else value for key, value in case["properties"].items()}
        return bool(jsonLogic(rule, data)), rule

    def filter(self, filter, now):
        if "all" in filter:
            return {"and": [True] + [self.filter(part, now) for part in filter["all"]]}
        if "any" in filter:
            return {"or": [False] + [self.filter(part, now) for part in filter["any"]]}
        if "not" in filter:
            return {"!": [self.filter(filter["not"], now)]}
        return self.comparison(filter, now)

    def comparison(self, filter, now):
        place = {"var": ".".join(filter["path"])}
        op, value = filter["op"], filter.get("value")
        if op == self.mistake:
            op = {"less": "less_or_equal", "greater": "greater_or_equal", "starts_with": "contains", "includes_all": "includes_any", "not_in": "in",
                  "not_equals": "equals"}[op]
        there = {"!==": [place, None]}
        has = lambda test: {"and": [there, test]}
        if filter.get("ignoring_case") or op == "matches":
            raise NoCounterpart("patterns")
        values = value if isinstance(value, list) else [value]
        if any(family(one) in ("bool", "date") and filter["path"][-1] == "l" for one in values):
            raise NoCounterpart("a value of another type than the list's")
        if op in ("exists", "not_blank"):
            return there
        if op in ("not_exists", "blank"):
            return {"!": [there]}
        if op == "equals":
            return has({"===": [place, value]})
        if op == "not_equals":
            return {"!==": [place, value]}
        constant = lambda one: milliseconds(one, now) if family(one) == "date" else one
        if op in ORDERS:
            return has({ORDERS[op]: [place, constant(value)]})
        if op == "between":
            return has({"<=": [constant(value[0]), place, constant(value[1])]})
        if op == "in":
            return has({"in": [place, value]})
        if op == "not_in":
            return {"!": [{"in": [place, value]}]}
        if op == "contains":
            if filter["path"][-1] != "l" and not isinstance(value, str):
                raise NoCounterpart("a number in a string")
            return has({"in": [value, place]})
        if op == "starts_with":
            return has({"===": [{"substr": [place, 0, len(value)]}, value]})
        if op == "ends_with":
            return has({"===": [{"substr": [place, -len(value)]}, value]}) if value else there
        if op in ("includes_any", "includes_all"):
            return has({"or" if op == "includes_any" else "and": [{"in": [one, place]} for one in value]})
        if op == "any_element":
            return has({"some": [place, self.filter(filter["filter"], now)]})
        raise NoCounterpart(op)


def disagreements(cases, oracle):
    asked, found = 0, []
    for case in cases:
        try:
            answer, rule = oracle.ask(case)
        except NoCounterpart:
            continue
        asked += 1
        if answer != case["answer"]:
            found.append((len(json.dumps(case)), case, answer, rule))
    return asked, sorted(found, key=lambda entry: entry[0])


def main():
    arguments = sys.argv[1:]
    tests_itself = "--self-test" in arguments
    path, = [argument for argument in arguments if argument != "--self-test"]
    with open(path, encoding="utf-8") as file:
        entries = [json.loads(line) for line in file]
    as_written = [entry for entry in entries if "filter" in entry]
    texts = [entry for entry in entries if "text" in entry]
    cases = [in_normal_form(case) for case in as_written]
    if tests_itself:
        mistakes = [(ToCEL, op) for op in ("less", "greater", "between", "starts_with", "not_blank", "includes_all", "not_in", "not_equals")]
        mistakes += [(ToJSONLogic, op) for op in ("less", "greater", "starts_with", "includes_all", "not_in", "not_equals")]
        missed = []
        for oracle, op in mistakes:
            _, found = disagreements(cases, oracle(op))
            if not found:
                missed.append(f"{oracle.name}: {op}")
        for oracle in (ToCEL(), ToJSONLogic()):
            if not disagreements(as_written, oracle)[1]:
                missed.append(f"{oracle.name}: texts in any form")
        count = len(mistakes) + 2
        print(f"oracles: {count - len(missed)} of {count} deliberate mistakes were found")
        sys.exit(f"oracles: not found: {', '.join(missed)}" if missed else 0)
    wrong = [entry for entry in texts if unicodedata.normalize("NFC", entry["text"]) != entry["normal"]]
    changed = sum(entry["text"] != entry["normal"] for entry in texts)
    print(f"oracles: Python was asked the normal form of {len(texts)} texts, {changed} of which have another, and disagreed in {len(wrong)}")
    failed = bool(wrong) or changed * 5 < len(texts)
    for entry in sorted(wrong, key=lambda entry: len(entry["text"]))[:1]:
        print("The smallest: " + ascii(entry))
    for oracle in (ToCEL(), ToJSONLogic()):
        asked, found = disagreements(cases, oracle)
        print(f"oracles: {oracle.name} was asked {asked} of {len(cases)} cases and disagreed in {len(found)}")
        # Far fewer cases would prove little.
        if asked * 5 < len(cases):
            print(f"oracles: too few cases could be asked of {oracle.name}")
            failed = True
        if found:
            _, case, answer, rule = found[0]
            print(f"The smallest: Martlet says {case['answer']}, {oracle.name} says {answer}\n  {json.dumps(case)}\n  {rule}")
            failed = True
    sys.exit(1 if failed else 0)


main()
