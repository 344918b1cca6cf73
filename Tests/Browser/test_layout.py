"""Whether the recorded boxes of the golden scenes are still what Chromium makes of them. MartletUI's own layout is tested against them.

`RECORD_GOLDEN=1 scripts/test-browser layout` records them again.
"""

import json
import os

import layout

# Points. The browser rounds to 64ths.
MOST = 0.51


def differences(expected: str, actual: str) -> list[str]:
    found = []
    old, new = [[json.loads(line) for line in text.splitlines()] for text in (expected, actual)]
    if [line.get("picture") for line in old] != [line.get("picture") for line in new]:
        return ["other pictures"]
    for one, other in zip(old, new):
        for part in ("boxes", "contents"):
            for node in sorted(one[part].keys() | other[part].keys()):
                before, after = one[part].get(node), other[part].get(node)
                if not before or not after or any(abs(a - b) > MOST for a, b in zip(before, after)):
                    found.append(f"{one.get('picture', '')} {part} of {node}: recorded {before}, now {after}")
        if one["isDragged"] != other["isDragged"]:
            found.append(f"isDragged: recorded {one['isDragged']}, now {other['isDragged']}")
    return found


def test_the_boxes_of_all_golden_scenes_are_as_recorded(server, visit):
    ruler = layout.Ruler(visit().context.browser)
    width = ruler.width_of_a_character()
    assert abs(width - layout.ADVANCE) < 0.0005, f"a character is {width} of the font's size wide: is {layout.FONT} installed?"
    is_recording = os.environ.get("RECORD_GOLDEN") == "1"
    if is_recording:
        layout.BOXES.mkdir(exist_ok=True)
        for path in layout.BOXES.glob("*.jsonl"):
            path.unlink()
    problems = []
    for name in layout.names():
        actual, path = ruler.measure(name), layout.BOXES / f"{name}.jsonl"
        if is_recording:
            path.write_text(actual)
        elif not path.exists():
            problems.append(f"there is no {path.name}; record it with RECORD_GOLDEN=1")
        else:
            problems += [f"{name}: {problem}" for problem in differences(path.read_text(), actual)]
    ruler.close()
    assert not problems, "\n    ".join(problems[:20])
