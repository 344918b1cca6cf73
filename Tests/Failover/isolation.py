"""A network, mounts and process numbers of the test's own, where the system allows it.

Nothing outside can then be reached by mistake, networks can be cut and disks can be full, and the system ends
and removes everything together with the first process, whatever happens to the test.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys

NEW_MOUNTS, NEW_IPC, NEW_PROCESSES, NEW_NETWORK = 0x00020000, 0x08000000, 0x20000000, 0x40000000
PR_SET_PDEATHSIG = 1
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run(main, may_isolate: bool) -> int:
    """Runs `main(is_isolated)` in a process of its own, and returns its exit status."""
    first = os.fork()
    if first:
        return forward_and_wait(first)
    if not may_isolate or not leave():
        # Nobody cleans up after it, so it must do that itself.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        finish(main, False)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    # The first process of the new numbers. When it ends, the system ends all others.
    initial = os.fork()
    if initial:
        os._exit(forward_and_wait(initial))
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    for command in (
        ["mount", "--make-rprivate", "/"], ["mount", "-t", "proc", "proc", "/proc"],
        ["ip", "link", "set", "lo", "up"],
    ):
        subprocess.run(command, check=True)
    work = os.fork()
    if work == 0:
        finish(main, True)
    os._exit(forward_and_wait(work))


def leave() -> bool:
    flags = NEW_MOUNTS | NEW_IPC | NEW_PROCESSES | NEW_NETWORK
    return os.geteuid() == 0 and ctypes.CDLL(None).unshare(flags) == 0


def finish(main, is_isolated: bool) -> None:
    status = 1
    try:
        status = main(is_isolated)
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else 1
    except BaseException:  # The process ends here, so somebody has to say why.
        sys.excepthook(*sys.exc_info())
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def forward_and_wait(child: int) -> int:
    """Hands signals on, and returns the exit status of the child.

    It also waits for what others have left behind: a process that has ended looks alive if nobody waits.
    """

    def forward(number, _):
        try:
            os.kill(child, number)
        except ProcessLookupError:
            pass

    for number in STOPPING:
        signal.signal(number, forward)
    while True:
        try:
            pid, status = os.wait()
        except ChildProcessError:
            return 1
        if pid == child:
            return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 1
