"""Processes that the test starts: their logs, their ends, and what belongs to them."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

PREFIXES = ("MARTLET_", "PATRONI_", "ETCD_", "PG")


class Failure(Exception):
    """What went wrong, for people."""


def environment() -> dict[str, str]:
    """Without settings of other servers and databases."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(PREFIXES)}
    return {**kept, "LC_ALL": "C.UTF-8"}


def program(name: str) -> str:
    """The path of a program, also of those that only administrators have on their path."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if not found:
        raise Failure(f"{name} is not installed. Run: scripts/bootstrap --failover")
    return found


def postgres_program(name: str) -> str:
    """A program of the newest PostgreSQL."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[4]))
    return str(found[-1]) if found else program(name)


def as_owner(folder: Path) -> list[str]:
    """PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return []
    shutil.chown(folder, "postgres", "postgres")
    return [program("setpriv"), "--reuid=postgres", "--regid=postgres", "--init-groups"]


def free_port(address: str = "127.0.0.1") -> int:
    with socket.socket() as probe:
        probe.bind((address, 0))
        return probe.getsockname()[1]


def start(command: list[str], log: Path, **options) -> subprocess.Popen:
    with log.open("ab") as output:
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=options.pop("stdout", output), stderr=output,
            start_new_session=True, env=environment(), **options)


def run(command: list[str], given: str = "", timeout: float = 120) -> subprocess.CompletedProcess:
    return subprocess.run(
        command, input=given, capture_output=True, text=True, timeout=timeout, env=environment(), check=False)


def must(command: list[str], given: str = "", timeout: float = 120) -> str:
    done = run(command, given, timeout)
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip()[-2000:]
        raise Failure(f"{' '.join(command)[:200]} ended with {done.returncode}: {said}")
    return done.stdout


def wait(what: str, condition, seconds: float, pause: float = 0.2):
    """Asks until the answer is true, and returns it."""
    deadline = time.monotonic() + seconds
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise Failure(f"after {seconds:.0f} s still not: {what}")
        time.sleep(pause)


def family(pids: set[int]) -> set[int]:
    """These processes and all that they started, as far as they live."""
    parents: dict[int, int] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = Path("/proc", entry, "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            except OSError:
                continue
            # A process that has ended, and whose parent has not noticed yet.
            if fields[0] != "Z":
                parents[int(entry)] = int(fields[1])
    found = {pid for pid in pids if pid in parents}
    while True:
        children = {pid for pid, parent in parents.items() if parent in found} - found
        if not children:
            return found
        found |= children


def send(number: int, pids: set[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def send_to_all(number: int, members) -> set[int]:
    """Sends a signal to processes that may start others meanwhile. `members` says which there are."""
    reached: set[int] = set()
    while True:
        new = members() - reached
        if not new:
            return reached
        send(number, new)
        reached |= new


def end(process: subprocess.Popen | None, seconds: float = 5, first: int = signal.SIGTERM) -> None:
    if process is None or process.poll() is not None:
        return
    for number, patience in ((first, seconds), (signal.SIGKILL, 10)):
        send(signal.SIGCONT, {process.pid})
        send(number, {process.pid})
        try:
            process.wait(patience)
            return
        except subprocess.TimeoutExpired:
            continue
