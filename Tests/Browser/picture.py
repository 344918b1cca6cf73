"""The README's picture: the lab with a message on the phone, and beside it the decision that led to it. `scripts/test-browser --picture` updates it.

The sample campaign's icon is an emoji, so the machine needs a font with it, such as Debian's fonts-noto-color-emoji.
"""

from pathlib import Path

from harness import ROOT, Server, Visitor
from pages import Lab

PATH = ROOT / "docs/images/lab.png"
LARGEST = 300_000


def take(browser) -> Path:
    server = Server()
    try:
        visitor = Visitor(browser, server, width=1280, height=860)
        lab = Lab(visitor.sign_in()).open()
        phone = lab.only_phone()
        lab.start_session()
        lab.become("ana")
        lab.decide("cart_viewed", {"total": 18})
        lab.decide("cart_viewed", {"total": 42})
        phone.shows("Delivery is on us")
        lab.page.mouse.move(0, 0)
        # Show everything from the top, because the steps above may have scrolled.
        lab.page.evaluate("() => { scrollTo(0, 0); document.querySelector('.lab-palette').scrollTop = 0; document.activeElement.blur() }")
        PATH.parent.mkdir(parents=True, exist_ok=True)
        visitor.page.screenshot(path=PATH)
        visitor.finish()
    finally:
        server.stop()
    size = PATH.stat().st_size
    assert size <= LARGEST, f"{PATH} has {size} bytes, more than {LARGEST}"
    return PATH
