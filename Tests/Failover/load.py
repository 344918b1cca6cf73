"""Devices that send events until each is acknowledged, and remember what they were told."""

from __future__ import annotations

import collections
import http.client
import json
import random
import threading
import time
from dataclasses import dataclass, field

BATCH = 10
DEVICES = 500
WORKERS = 64
# A device repeats a request after Retry-After. More than this tells nothing about the servers.
LONGEST_WAIT = 1.0
# HAProxy's own answers: it has no server that is ready, or the server that it asked is gone. If that was a
# connection from before, it ends the device's one without an answer. (RFC 9112, 9.3.1)
PROXYS = ("haproxy 502", "haproxy 503", "haproxy 504", "haproxy closed")
EXPECTED = ("200", "503", *PROXYS)


@dataclass
class Answers:
    """What was sent, and what came back."""

    sent: list[str] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    # When something was acknowledged, by the monotonic clock.
    times: list[float] = field(default_factory=list)
    statuses: collections.Counter = field(default_factory=collections.Counter)
    results: collections.Counter = field(default_factory=collections.Counter)
    # Every answer that is not 200: when, what, and how long it took.
    others: list[tuple[float, str, float]] = field(default_factory=list)
    slowest: float = 0

    def longest_gap(self, since: float, until: float) -> tuple[float, float]:
        """The longest time without an acknowledgement, and when it began."""
        times = sorted(at for at in self.times if since <= at <= until)
        points = [since, *times, until]
        return max((later - earlier, earlier) for earlier, later in zip(points, points[1:]))

    def unexpected(self) -> int:
        return sum(count for name, count in self.statuses.items() if name not in EXPECTED)




class Load:
    def __init__(self, port: int, key: str, campaign: str, name: str, rate: int):
        self.port, self.key, self.campaign, self.name = port, key, campaign, name
        self.interval = BATCH / rate
        self.answers = Answers()
        self.lock = threading.Lock()
        self.number = 0
        self.next = time.monotonic()
        self.is_stopping = threading.Event()
        self.is_aborted = threading.Event()
        self.threads = [threading.Thread(target=self.work, daemon=True) for _ in range(WORKERS)]

    def start(self):
        for thread in self.threads:
            thread.start()

    def stop(self, seconds: float) -> bool:
        """Starts nothing more, and waits until everything is acknowledged."""
        self.is_stopping.set()
        deadline = time.monotonic() + seconds
        for thread in self.threads:
            thread.join(max(0, deadline - time.monotonic()))
        self.is_aborted.set()
        return not any(thread.is_alive() for thread in self.threads)

    def acknowledged(self) -> int:
        with self.lock:
            return len(self.answers.acknowledged)

    def acknowledged_since(self, moment: float) -> bool:
        with self.lock:
            return bool(self.answers.times) and self.answers.times[-1] > moment

    # What a device does

    def work(self):
        connection = None
        while (number := self.take()) is not None:
            device = f"{self.name}-d{number % DEVICES}"
            waiting = self.events(number)
            with self.lock:
                self.answers.sent += [event["id"] for event in waiting]
            while waiting and not self.is_aborted.is_set():
                connection, pause, waiting = self.send(connection, device, waiting)
                if waiting:
                    self.is_aborted.wait(pause * random.uniform(0.5, 1))
        if connection:
            connection.close()

    def take(self) -> int | None:
        """The number of the next batch, when its time has come. What could not be sent in time is left out.

        None: nothing more is to be sent.
        """
        with self.lock:
            now = time.monotonic()
            self.next = max(self.next + self.interval, now - 0.2)
            pause, self.number = self.next - now, self.number + 1
            number = self.number
        if pause > 0:
            self.is_stopping.wait(pause)
        return None if self.is_stopping.is_set() else number

    def events(self, number: int) -> list[dict]:
        now = int(time.time() * 1000)
        events = []
        for index in range(BATCH):
            event = {"id": f"{self.name}-{number}-{index}", "at": now}
            if index % 5 == 4:
                event |= {
                    "kind": "impression", "presentation_id": f"{self.name}-{number}-p{index}",
                    "campaign_id": self.campaign, "campaign_version": 1,
                }
            else:
                event |= {"kind": "custom", "name": "cart_viewed", "properties": {"total": number % 100}}
            events.append(event)
        return events

    def send(self, connection, device: str, events: list[dict]):
        """Sends once. Returns the connection, how long to wait before the next time, and what is left."""
        body = json.dumps({
            "version": 1, "device": {"id": device}, "sent_at": int(time.time() * 1000), "events": events,
        })
        headers = {"X-Martlet-Key": self.key, "Content-Type": "application/json"}
        began = time.monotonic()
        try:
            connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            connection.request("POST", "/sdk/v1/events", body, headers)
            answer = connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            if connection:
                connection.close()
            is_closed = isinstance(error, http.client.RemoteDisconnected)
            self.note("haproxy closed" if is_closed else f"no answer ({type(error).__name__})", began)
            return None, LONGEST_WAIT, events
        if answer.will_close:
            connection.close()
            connection = None
        pause = LONGEST_WAIT
        if answer.status == 200:
            return connection, pause, self.read(json.loads(text)["results"], events, began)
        retry = answer.headers.get("Retry-After", "")
        if text.strip() == b"haproxy":
            self.note(f"haproxy {answer.status}", began)
        elif answer.status == 503 and retry.isdigit():
            self.note("503", began)
        else:
            said = " without Retry-After" if answer.status == 503 else ""
            self.note(f"{answer.status}{said}", began, text[:200].decode(errors="replace"))
        if retry.isdigit():
            pause = min(float(retry), LONGEST_WAIT)
        return connection, pause, events

    def read(self, results: list[dict], events: list[dict], began: float) -> list[dict]:
        now = time.monotonic()
        done = {result["id"] for result in results if result["status"] in ("stored", "duplicate")}
        with self.lock:
            self.answers.statuses["200"] += 1
            self.answers.slowest = max(self.answers.slowest, now - began)
            self.answers.results.update(
                f"{result['status']} {result['code']}" if "code" in result else result["status"]
                for result in results)
            acknowledged = [event["id"] for event in events if event["id"] in done]
            self.answers.acknowledged += acknowledged
            if acknowledged:
                self.answers.times.append(now)
        return [event for event in events if event["id"] not in done]

    def note(self, status: str, began: float, text: str = ""):
        now = time.monotonic()
        with self.lock:
            self.answers.statuses[status] += 1
            self.answers.slowest = max(self.answers.slowest, now - began)
            self.answers.others.append((now, f"{status} {text}".strip(), now - began))
