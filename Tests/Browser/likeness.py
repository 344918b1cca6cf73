"""Compares two pictures as a person would: the browser scales both down, and the cells that differ clearly are counted.

The references are in `pictures/`, already scaled down. `RECORD_GOLDEN=1 scripts/test-browser pictures` records them again. Look at them before you
commit them.
"""

from __future__ import annotations

import base64
import os
from pathlib import Path

from playwright.sync_api import Page

FOLDER = Path(__file__).resolve().parent / "pictures"
# The number of cells across. Each is about six points wide, so letters blur and a button covers many cells.
WIDTH = 60
# The difference of 255 in any colour that counts. It is more than the edges of letters cause when they move by half a point.
CLEARLY = 10
# The share of all cells that may differ.
MOST = 0.003

DRAW = """async ([first, second, width, clearly]) => {
  const draw = async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.round(image.naturalHeight * width / image.naturalWidth);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { canvas, data: context.getImageData(0, 0, canvas.width, canvas.height).data };
  };
  const [a, b] = [await draw(first), await draw(second)];
  const png = b.canvas.toDataURL('image/png').split(',')[1];
  if (Math.abs(a.canvas.height - b.canvas.height) > 1) return { share: 1, png };
  const count = Math.min(a.data.length, b.data.length) / 4;
  let others = 0;
  for (let i = 0; i < count * 4; i += 4) if ([0, 1, 2].some((c) => Math.abs(a.data[i + c] - b.data[i + c]) > clearly)) others += 1;
  return { share: others / count, png };
}"""


def compare(page: Page, one: bytes, other: bytes) -> dict:
    return page.evaluate(DRAW, [base64.b64encode(one).decode(), base64.b64encode(other).decode(), WIDTH, CLEARLY])


def difference(page: Page, one: bytes, other: bytes) -> float:
    """The share of cells that differ clearly. 1 if the pictures have different shapes."""
    return compare(page, one, other)["share"]


def check(page: Page, name: str, png: bytes):
    """Fails if the picture differs from the reference."""
    path = FOLDER / f"{name}.png"
    if os.environ.get("RECORD_GOLDEN") == "1":
        FOLDER.mkdir(exist_ok=True)
        path.write_bytes(base64.b64decode(compare(page, png, png)["png"]))
        return
    assert path.exists(), f"there is no reference {path}; record it with RECORD_GOLDEN=1"
    share = difference(page, path.read_bytes(), png)
    assert share <= MOST, f"{name}: {share:.1%} of the picture differs from {path}"
