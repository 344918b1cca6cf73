"""HTML messages in WebKit: a page's script reaches the SDK, and hostile pages are contained there too."""

import re
import sys

from test_html import HOSTILE, PAGE, Canary, campaign
from webkit import WebKit

FRAME = "[...document.querySelectorAll('.device-scene')].map((host) => host.shadowRoot.querySelector('iframe.web')).find(Boolean)"
# How often the campaigns were fetched.
SYNCS = "return [...document.querySelectorAll('ol.timeline:not([hidden]) .row-request')].filter((row) => row.textContent.trim().startsWith('Sync')).length"
STATE = "return [...document.querySelectorAll('.device-scene')].map((host) => host.shadowRoot.querySelector('.scene')?.dataset.state ?? '').join()"


def open_lab(window: WebKit, server) -> str:
    """Signs in and adds one device. Returns its id."""
    window.goto(server.new_link())
    window.run("[...document.querySelectorAll('main button')].find((button) => button.textContent.includes('Sign in')).click()")
    window.until(lambda: window.run("return location.pathname") in ("/", "/welcome"), "not signed in")
    window.goto(f"{server.address}/lab")
    window.until(lambda: window.run("return Boolean(document.querySelector('#lab[data-ready]'))"), "the lab does not begin")
    device = window.run(
        """const lab = document.querySelector("#lab"), headers = {"content-type": "application/json", accept: "application/json", "x-csrf-token": lab.dataset.csrf};
        for (const {id} of (await (await fetch("/lab/devices")).json()).devices) await fetch(`/lab/devices/${id}`, {method: "DELETE", headers});
        return (await (await fetch("/lab/devices", {method: "POST", headers, body: JSON.stringify({minimum_interval: 0})})).json()).id"""
    )
    window.goto(f"{server.address}/lab")
    window.until(lambda: window.run("return Boolean(document.querySelector('#lab[data-ready]'))"), "the lab does not begin")
    return device


def perform(window: WebKit, device: str, **command):
    status = window.run(
        """const headers = {"content-type": "application/json", accept: "application/json", "x-csrf-token": document.querySelector("#lab").dataset.csrf};
        return (await fetch(`/lab/devices/${given[0]}/commands`, {method: "POST", headers, body: JSON.stringify(given[1])})).status""",
        device, command,
    )
    assert status == 200, f"{command}: {status}"


def show(window: WebKit, device: str, name: str, is_over: str = "window.finished === true", is_gone=lambda: False):
    """Shows a page until it says that it has made all its attempts, or was removed."""
    fetched = window.run(SYNCS)
    perform(window, device, command="start_session")
    window.until(lambda: window.run(SYNCS) > fetched, "the campaigns do not arrive")
    # A page that floods the window or leaves it is removed before anyone sees it.
    taken_down = removals(window)
    perform(window, device, command="log_event", name=f"show_{name.replace('-', '_')}")

    def is_shown() -> bool:
        if is_gone() or removals(window) > taken_down:
            return True
        frame = window.element(FRAME)
        return bool(frame and "visible" in window.run(STATE) and window.run_in(frame, f"return {is_over}"))

    window.until(is_shown, f"{name} is not shown to its end")


def removals(window: WebKit) -> int:
    return len(re.findall("The page was removed|The page could not be loaded", timeline(window)))


def timeline(window: WebKit) -> str:
    return window.run("return document.querySelector('ol.timeline:not([hidden])').textContent")


def test_a_page_speaks_to_the_sdk_in_webkit(server, visit):
    if not WebKit.is_there():
        print("      there is no WebKit here; run scripts/bootstrap --browser", file=sys.stderr)
        return
    bridge = {"allows": ["custom_event", "attributes"], "names": ["shopBridge"], "ready_events": ["shop.BridgeReady"]}
    server.launch_campaign(**campaign("colour", PAGE.replace("{{canary}}", "https://fonts.invalid"), bridge=bridge))
    with WebKit() as window:
        device = open_lab(window, server)
        show(window, device, "colour", "true")
        window.until(lambda: "The page called logCustomEvent" in timeline(window), "the page did not speak when it was ready")
        window.press_in(window.element(FRAME), "#red")
        window.until(lambda: "The page called logClick" in timeline(window), "the click did not arrive")
        window.press_in(window.element(FRAME), "#buy")
        window.until(lambda: "logPurchase: The campaign does not allow it" in timeline(window), "what is not allowed was not refused")
        window.press_in(window.element(FRAME), "#close")
        window.until(lambda: window.run(STATE).strip(",") == "", "the page did not close")


def test_hostile_pages_are_contained_in_webkit(server, visit):
    if not WebKit.is_there():
        print("      there is no WebKit here; run scripts/bootstrap --browser", file=sys.stderr)
        return
    canary = Canary()
    for name in HOSTILE:
        server.launch_campaign(**campaign(name, canary.page(name)))
    noticed = {}
    with WebKit() as window:
        device = open_lab(window, server)
        address, title = window.run("return location.href"), window.run("return document.title")
        for name in HOSTILE:
            before = len(canary.hits)
            show(window, device, name)
            signs = [f"reached {hit}" for hit in canary.hits[before:]]
            if question := window.question:
                signs.append(f"asked {question}")
            if window.windows != 1:
                signs.append("opened a window")
            if window.run("return location.href") != address:
                signs.append("took the window away")
            if window.run("return document.title") != title:
                signs.append("changed the title")
            if window.run("return Boolean(window.owned || document.body.dataset.owned)"):
                signs.append("ran a script outside")
            noticed[name] = signs
        # With a careless host in the same window, the same check notices something.
        before = len(canary.hits)
        window.goto(f"{canary.address}/victim/nested-frames")
        window.until(lambda: canary.hits[before:], "a careless host would not be noticed")
    canary.stop()
    assert not any(noticed.values()), f"not contained: { {name: signs for name, signs in noticed.items() if signs} }"
