"""Harms a PostgreSQL cluster while devices send events to two Martlet servers, and counts what was lost.

It starts everything itself, on loopback or in a network of its own, and stops and removes everything at its
end. It never touches a server that it did not start. `scripts/test-failover --help` says how to run it.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import isolation
import processes
from check import Verdict, check
from cluster import Cluster, State, Timing
from harms import HARMS, Harm, Scene
from load import EXPECTED, PROXYS, Answers, Load
from nodes import Nodes
from processes import Failure

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / "artifacts/failover"
# Counting everything again takes longer the more there is.
MOST_EVENTS = 400_000


class Stopped(Exception):
    """Somebody ended the test."""


@dataclass
class Result:
    harm: Harm
    name: str
    gap: float = 0
    answers: Answers = field(default_factory=Answers)
    # None: the database could not be asked.
    verdict: Verdict | None = None
    problems: list[str] = field(default_factory=list)

    def judge(self):
        found = self.problems
        bound = self.harm.bound
        if self.gap > bound:
            found.append(f"nothing was acknowledged for {self.gap:.1f} s; at most {bound:.0f} s are right")
        if self.verdict:
            found += self.verdict.problems
            if self.verdict.missing:
                found.append(f"{self.verdict.missing} acknowledged events are missing")
            if self.verdict.twice:
                found.append(f"{self.verdict.twice} events are counted twice")
        for name, count in self.answers.statuses.items():
            if name not in EXPECTED:
                found.append(f"{count} answers were: {name}")
        for name, count in self.answers.results.items():
            if not name.startswith(("stored", "duplicate", "retry")):
                found.append(f"{count} events were: {name}")


class Stage:
    """A cluster, and servers on it, for one harm after the other."""

    def __init__(self, options: argparse.Namespace, folder: Path, logs: Path, is_isolated: bool):
        logs.mkdir(parents=True)
        folder.mkdir()
        self.options, self.logs = options, logs
        timing = Timing(options.ttl, options.loop_wait, options.retry_timeout)
        self.cluster = Cluster(folder, logs, timing, is_isolated)
        self.nodes = Nodes(options.program, self.cluster.address(options.session_attributes), folder, logs)
        self.answers: list[Answers] = []

    def start(self):
        began = time.monotonic()
        self.cluster.start()
        state = self.cluster.state()
        self.nodes.start()
        say(
            f"three members and two servers are up after {time.monotonic() - began:.0f} s "
            f"({state.leader.name} is the primary, {state.synchronous.name} its synchronous standby)")

    def stop(self):
        self.nodes.stop()
        self.cluster.stop()

    @property
    def events(self) -> int:
        return sum(len(answers.sent) for answers in self.answers)

    def play(self, harm: Harm, name: str) -> Result:
        """Everything is healthy before, and afterwards if the result has no problems."""
        load = Load(self.nodes.port, self.nodes.device_key, self.nodes.campaign, name, self.options.rate)
        result = Result(harm, name, answers=load.answers)
        self.answers.append(load.answers)
        try:
            before = self.cluster.wait_until_healthy(60)
            self.nodes.wait_until_ready(30)
            self.endure(result, load, before)
        except Failure as failure:
            result.problems.append(str(failure))
        finally:
            load.stop(1)
        count = len(load.answers.acknowledged)
        say(f"{name}: nothing was acknowledged for {result.gap:.1f} s; counts {count:,} acknowledged events")
        try:
            result.verdict = check(self.cluster, self.nodes, self.answers, asks=not result.problems)
        except (Failure, subprocess.TimeoutExpired) as failure:
            result.problems.append(f"nothing could be counted: {failure}")
        result.judge()
        return result

    def endure(self, result: Result, load: Load, before: State):
        """Sends, harms, and sends until all is healthy."""
        lead, name = self.options.lead, result.name
        began = time.monotonic()
        load.start()
        processes.wait("the devices send", lambda: load.acknowledged() > 0, 10, 0.05)
        time.sleep(lead)
        harmed = time.monotonic()
        rate = load.acknowledged() / (harmed - began)
        try:
            result.harm.run(Scene(
                self.cluster, self.nodes, load, before,
                lambda text: say(f"{name}: {rate:,.0f} events/s are acknowledged; {text}")))
            say(f"{name}: events are acknowledged again; waits until all is healthy")
            after = self.cluster.wait_until_healthy(self.options.patience)
            say(f"{name}: {after.leader.name} is the primary, and has two standbys")
            self.nodes.wait_until_ready(30)
            # That both write again is part of the proof.
            time.sleep(lead / 2)
        finally:
            ended = time.monotonic()
            if not load.stop(30):
                result.problems.append("some events were not acknowledged after all")
            result.gap, at = load.answers.longest_gap(began, ended)
            self.record(name, load, began, {"harm": harmed, "longest_gap": at, "end": ended})

    def record(self, name: str, load: Load, began: float, moments: dict[str, float]):
        """For whoever asks what happened. Times are in seconds from the first request."""
        answers = load.answers
        first = time.gmtime(time.time() - (time.monotonic() - began))
        text = {
            "first_request": time.strftime("%Y-%m-%dT%H:%M:%SZ", first),
            "moments": {moment: round(at - began, 2) for moment, at in moments.items()},
            "acknowledged": len(answers.acknowledged), "sent": len(answers.sent),
            "statuses": answers.statuses, "results": answers.results,
            "slowest_seconds": round(answers.slowest, 2),
            "others": [[round(at - began, 2), said, round(took, 2)] for at, said, took in answers.others],
        }
        (self.logs / f"{name}.json").write_text(json.dumps(text, indent=1), encoding="utf-8")


def say(text: str):
    print(f"failover: {text}", flush=True)


def table(results: list[Result]) -> str:
    rows = [[
        "harm", "longest gap", "at most", "acknowledged", "missing", "twice", "503", "by HAProxy",
        "other answers", "slowest answer",
    ]]
    for result in results:
        answers, verdict = result.answers, result.verdict
        proxys = {name: count for name, count in answers.statuses.items() if name in PROXYS}
        rows.append([
            result.name, f"{result.gap:.1f} s", f"{result.harm.bound:.0f} s",
            f"{len(answers.acknowledged):,}",
            str(verdict.missing) if verdict else "?", str(verdict.twice) if verdict else "?",
            str(answers.statuses["503"]),
            ", ".join(f"{count} {name.split()[1]}" for name, count in sorted(proxys.items())) or "0",
            str(answers.unexpected()), f"{answers.slowest:.1f} s",
        ])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))])
        for row in rows)


def perform(options: argparse.Namespace, folder: Path, is_isolated: bool) -> int:
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    # The build folder can be used meanwhile.
    program = folder / "martlet"
    shutil.copy2(options.program, program)
    options.program = program
    harms = options.harms
    if not is_isolated and any(harm.needs_isolation for harm in harms):
        left_out = ", ".join(harm.name for harm in harms if harm.needs_isolation)
        say(f"leaves out {left_out}: only root, with the right to make namespaces, can do that")
        harms = [harm for harm in harms if not harm.needs_isolation]
    results: list[Result] = []
    logged: list[str] = []
    stage: Stage | None = None
    stages = 0

    def close():
        nonlocal stage
        if stage:
            stage.stop()
            logged.extend(stage.nodes.problems())
        stage = None

    try:
        for round_, harm in itertools.product(range(1, options.times + 1), harms):
            if stage and stage.events > MOST_EVENTS:
                close()
            if not stage:
                stages += 1
                name = f"cluster{stages}"
                stage = Stage(options, folder / name, LOGS / name, is_isolated)
                stage.start()
            name = f"{harm.name}-{round_}" if options.times > 1 else harm.name
            result = stage.play(harm, name)
            results.append(result)
            for problem in result.problems:
                say(f"{name}: WRONG: {problem}")
            if result.problems:
                # The next harm begins with everything new.
                close()
    finally:
        # Who ends it once more does not keep it from removing everything.
        for number in isolation.STOPPING:
            signal.signal(number, signal.SIG_IGN)
        close()
        if results:
            print(f"\n{table(results)}\n", flush=True)
    for line, count in collections.Counter(logged).most_common(10):
        say(f"logged {count} times: {line}")
    wrong = [result for result in results if result.problems]
    if wrong or logged:
        say(f"{len(wrong)} of {len(results)} went wrong; the logs are in {LOGS.relative_to(ROOT)}")
        return 1
    return 0


def choose(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/test-failover",
        description="Proves that no acknowledged event is lost or counted twice when PostgreSQL fails over. "
        "Without names: the short form, kill-postgres once, in about a minute.")
    parser.add_argument("names", nargs="*", metavar="HARM", help="what is done; --list says what there is")
    parser.add_argument("--all", action="store_true", help="everything that --list says")
    parser.add_argument("--list", action="store_true", help="say what there is, and end")

    def number(name: str, value: float, meaning: str):
        parser.add_argument(name, type=type(value), default=value, help=f"{meaning} (default: {value})")

    number("--times", 1, "how often each is done")
    number("--rate", 2000, "events a second")
    number("--lead", 4.0, "seconds of load before a harm")
    number("--patience", 120.0, "seconds until the cluster must be healthy again")
    number("--ttl", 15, "seconds of a primary's lease")
    number("--loop-wait", 3, "seconds between Patroni's looks")
    number("--retry-timeout", 5, "seconds that etcd may take")
    parser.add_argument(
        "--session-attributes", default="any", choices=("any", "read-write", "primary"),
        help="target_session_attrs in the servers' address (default: any)")
    parser.add_argument("--plain", action="store_true", help="on loopback, as without root")
    options = parser.parse_args(words)
    if options.list:
        for harm in HARMS:
            print(f"{harm.name:<15} {harm.meaning}; at most {harm.bound:.0f} s without an acknowledgement")
        raise SystemExit(0)
    known = {harm.name: harm for harm in HARMS}
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"there is no {', '.join(unknown)} (known: {', '.join(known)})")
    options.harms = HARMS if options.all else [known[name] for name in options.names or ["kill-postgres"]]
    options.program = Path(os.environ.get("MARTLET_PROGRAM", ""))
    if not os.access(options.program, os.X_OK) or options.program.is_dir():
        parser.error("the server is not built. Run: scripts/build Server (or set MARTLET_PROGRAM)")
    return options


def main() -> int:
    options = choose()
    # PostgreSQL's user must be able to enter it.
    folder = Path(tempfile.mkdtemp(prefix="martlet-failover-", dir="/tmp"))
    folder.chmod(0o755)

    def stop(*_):
        raise Stopped

    def work(is_isolated: bool) -> int:
        for number in isolation.STOPPING:
            signal.signal(number, stop)
        try:
            return perform(options, folder, is_isolated)
        except Stopped:
            say("stopped")
        except Failure as failure:
            say(f"WRONG: {failure}")
        finally:
            # Also when nobody waits for this process any more.
            shutil.rmtree(folder, ignore_errors=True)
        return 1

    try:
        return isolation.run(work, may_isolate=not options.plain)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
