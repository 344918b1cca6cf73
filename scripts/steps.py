"""Steps of tests: what each one runs and needs, and how they run beside each other. `scripts/test` and `scripts/test-changed` say which steps."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / "artifacts/test"
WHAT_FAILED = re.compile(r"✘|error:|warning:|FAILED|FAIL |Fatal|[Cc]rash|Traceback|violation")
# What ends a run early.
ENDINGS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
FIRST_FAILURES = re.compile(r"✘ .* recorded an issue|error:|^FAIL |Fatal")


@dataclass
class Step:
    name: str
    proves: str
    command: list[str]
    needs: list[str] = field(default_factory=list)
    # A step that must end first if it is run too: both use the same folder.
    after: str = ""
    # What --full adds to the command.
    full: str = ""
    # How many processes it keeps busy. `nice` steps give way to the others.
    weight: int = 1
    nice: int = 0
    environment: dict[str, str] = field(default_factory=dict)
    # Only --full runs it, or who names it.
    nightly: bool = False
    state: str = "waits"
    process: subprocess.Popen | None = None
    started: float = 0
    seconds: int = 0
    processor: int = 0

    @property
    def log(self) -> Path:
        return LOGS / f"{self.name.replace(' ', '-')}.log"

    @property
    def is_over(self) -> bool:
        return self.state not in ("waits", "runs")

    def start(self):
        print(f"==> {self.name}: {' '.join(self.command)}", flush=True)

        def prepare():
            os.nice(self.nice)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDINGS)

        # A run that is stopped between the start of the process and the next line would not know of it.
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env=os.environ | self.environment,
                preexec_fn=prepare, start_new_session=True,
            )  # fmt: skip
        self.state, self.started = "runs", time.monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDINGS)

    def stop(self):
        """Ends it with everything that it started: what is left would disturb the next run."""
        if self.state == "runs":
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGTERM)

    def end(self, status: int, usage):
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.state = "passed" if self.process.returncode == 0 else "FAILED"
        self.seconds, self.processor = round(time.monotonic() - self.started), round(usage.ru_utime + usage.ru_stime)
        lines = self.output()
        # What passed is in its log. Only its last lines are worth reading.
        shown = lines if self.state == "FAILED" else lines[-3:]
        print(f"\n==> {self.name}: {self.state} after {self.seconds} s", *shown, sep="\n", flush=True)

    def output(self) -> list[str]:
        return self.log.read_text(errors="replace").splitlines()


def in_build_folder(script: str):
    """Runs a script again with the build folder, unless it has it. The script holds the folder's lock until it ends; what it starts does not inherit it."""
    if "MARTLET_BUILD_FOLDER" not in os.environ:
        os.chdir(ROOT)
        os.execvp("bash", ["bash", "-c", f'source scripts/environment && exec {script} "$@"', script, *sys.argv[1:]])


def run(steps: list[Step]) -> int:
    """Runs the steps, in their order where several could start, and returns the exit status."""
    LOGS.mkdir(parents=True, exist_ok=True)
    print(f"Building in {os.environ.get('MARTLET_BUILD_FOLDER')}", flush=True)

    def interrupted(number, frame):
        for step in steps:
            step.stop()
        sys.exit(f"stopped ({signal.Signals(number).name})")

    for number in ENDINGS:
        signal.signal(number, interrupted)
    begin = time.monotonic()
    schedule(steps)
    return report(steps, time.monotonic() - begin)


def schedule(steps: list[Step]):
    # One more than there are processors, because steps also wait. More would only make tests wait for each other.
    room = (os.cpu_count() or 1) + 1
    named = {step.name: step for step in steps}
    while not all(step.is_over for step in steps):
        for step in steps:
            if step.state != "waits" or (step.after in named and not named[step.after].is_over):
                continue
            needed = [named[need].state for need in step.needs]
            if any(state in ("FAILED", "not run") for state in needed):
                step.state = "not run"
                print(f"\n==> {step.name}: not run, because {' and '.join(step.needs)} did not pass", flush=True)
            elif all(state == "passed" for state in needed):
                # What comes first waits for room before what comes later: it takes longer.
                if sum(other.weight for other in steps if other.state == "runs") + step.weight > room:
                    break
                step.start()
        running = {step.process.pid: step for step in steps if step.state == "runs"}
        if running:
            pid, status, usage = os.wait4(-1, 0)
            if pid in running:
                running[pid].end(status, usage)


def report(steps: list[Step], seconds: float) -> int:
    """Shows what failed, for readers who only have the end of the output, and the table."""
    failed = [step for step in steps if step.state == "FAILED"]
    for step in failed:
        lines = step.output()
        print(f"\n==> {step.name}: what failed", *(line[:400] for line in lines if WHAT_FAILED.search(line)), sep="\n")
        print("    The end of its output:", *(line[:400] for line in lines[-15:]), sep="\n")
    width = max(16, *(len(step.name) for step in steps))
    print(f"\n{'step':<{width}} {'result':<8} {'seconds':>8} {'processor':>10}")
    for step in steps:
        print(f"{step.name:<{width}} {step.state:<8} {step.seconds:>8} {step.processor:>10}")
    print(f"{'total':<{width}} {'':<8} {round(seconds):>8} {sum(step.processor for step in steps):>10}\n")
    # The first failures once more: the end of the output is read first, and may be all that is kept.
    for step in failed:
        for line in [line for line in step.output() if FIRST_FAILURES.search(line)][:4]:
            print(line[:320])
    without = [f"{step.name} ({step.state})" for step in steps if step.state != "passed"]
    if without:
        print(f"test: FAILED: {', '.join(without)}")
    print(f"{len(steps) - len(without)} passed, {len(without)} failed")
    return 1 if without else 0
