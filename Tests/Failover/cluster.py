"""Three PostgreSQL servers on one machine, of which Patroni makes a cluster that fails over.

Run as a program, it starts a cluster on loopback, prints its address, and stops and removes it when its input
ends.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

import processes
from processes import Failure

OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
MEMBERS = 3


@dataclass
class Timing:
    """loop_wait + 2 × retry_timeout ≤ ttl, or a slow etcd demotes a healthy primary."""

    ttl: int = 15
    loop_wait: int = 3
    retry_timeout: int = 5


class Network:
    """A bridge, and a cable to each member, which can be cut. Needs a network of the test's own."""

    def __init__(self):
        self.holders: dict[int, subprocess.Popen] = {}
        self.ip("link", "add", "hub", "type", "bridge")
        self.ip("addr", "add", "10.0.0.254/24", "dev", "hub")
        self.ip("link", "set", "hub", "up")
        for number in range(1, MEMBERS + 1):
            self.add(number)

    def ip(self, *words: str):
        processes.must([processes.program("ip"), *words])

    def add(self, number: int):
        unshare = [processes.program("unshare"), "--net", processes.program("sleep"), "infinity"]
        holder = processes.start(unshare, Path("/dev/null"))
        self.holders[number] = holder
        ours = os.readlink("/proc/self/ns/net")
        processes.wait(
            "a member has a network of its own",
            lambda: os.readlink(f"/proc/{holder.pid}/ns/net") != ours, 10, 0.02)
        self.ip("link", "add", f"cable{number}", "type", "veth", "peer", "name", f"end{number}")
        self.ip("link", "set", f"end{number}", "netns", str(holder.pid))
        for command in (
            f"addr add {self.address(number)}/24 dev end{number}", f"link set end{number} up",
            "link set lo up",
        ):
            processes.must([*self.inside(number), processes.program("ip"), *command.split()])
        self.ip("link", "set", f"cable{number}", "master", "hub", "up")

    def address(self, number: int) -> str:
        return f"10.0.0.{number}"

    def inside(self, number: int) -> list[str]:
        return [processes.program("nsenter"), f"--net=/proc/{self.holders[number].pid}/ns/net"]

    def cut(self, number: int):
        """Whatever is sent is lost without a word."""
        self.ip("link", "set", f"cable{number}", "nomaster")

    def mend(self, number: int):
        self.ip("link", "set", f"cable{number}", "master", "hub")

    def close(self):
        self.ip("link", "del", "hub")
        for number, holder in self.holders.items():
            self.ip("link", "del", f"cable{number}")
            processes.end(holder)


class Member:
    """A machine: Patroni and its PostgreSQL."""

    def __init__(self, cluster: Cluster, number: int):
        self.cluster = cluster
        self.number = number
        self.name = f"pg{number}"
        self.address = cluster.network.address(number) if cluster.network else "127.0.0.1"
        # In a network of its own, nobody else has taken it.
        self.port = 5432 if cluster.network else processes.free_port()
        self.rest = 8008 if cluster.network else processes.free_port()
        self.folder = cluster.folder / self.name
        self.data = self.folder / "data"
        self.log = cluster.logs / f"{self.name}.log"
        self.patroni: subprocess.Popen | None = None

    def prepare(self):
        self.folder.mkdir()
        if self.cluster.network:
            processes.must(["mount", "-t", "tmpfs", "-o", "size=4g", "tmpfs", str(self.folder)])
        self.owner = processes.as_owner(self.folder)
        self.folder.chmod(0o700)
        # YAML reads JSON.
        configuration = self.folder / "patroni.json"
        configuration.write_text(json.dumps(self.configuration(), indent=1), encoding="utf-8")
        configuration.chmod(0o644)

    def configuration(self) -> dict:
        timing, rest = self.cluster.timing, f"{self.address}:{self.rest}"
        trusted = "10.0.0.0/24" if self.cluster.network else "127.0.0.1/32"
        parameters = {
            "max_connections": 100, "wal_level": "replica", "hot_standby": "on", "wal_log_hints": "on",
            "max_wal_senders": 10, "max_replication_slots": 10, "synchronous_commit": "on",
            "wal_keep_size": "384MB", "max_wal_size": "512MB",
            # A standby that is gone is noticed.
            "wal_receiver_status_interval": "1s", "wal_receiver_timeout": "5s", "wal_sender_timeout": "5s",
            # A new primary waits for its first standby, so that one should not wait for long to try again.
            "wal_retrieve_retry_interval": "1s",
            # A client that is gone does not keep its locks.
            "tcp_keepalives_idle": 5, "tcp_keepalives_interval": 2, "tcp_keepalives_count": 3,
            "idle_in_transaction_session_timeout": "10s", "client_connection_check_interval": "2s",
        }
        return {
            "scope": "martlet",
            "name": self.name,
            "restapi": {"listen": rest, "connect_address": rest},
            # With Debian's Patroni 3.0.2, "etcd3" is not safe: a primary that was paused for longer than its
            # lease takes it back from its successor. https://github.com/patroni/patroni/pull/2689
            "etcd": {"hosts": [self.cluster.etcd_address]},
            "bootstrap": {
                "dcs": {
                    "ttl": timing.ttl, "loop_wait": timing.loop_wait,
                    "retry_timeout": timing.retry_timeout,
                    # Whoever lacks anything that was acknowledged is not elected.
                    "maximum_lag_on_failover": 0,
                    # A primary that crashed is replaced at once, not restarted in its place.
                    "primary_start_timeout": 0,
                    # A commit is acknowledged when a second machine has it, and never without one.
                    "synchronous_mode": True, "synchronous_mode_strict": True,
                    "synchronous_node_count": 1,
                    "postgresql": {"use_pg_rewind": True, "use_slots": True, "parameters": parameters},
                },
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"],
                "pg_hba": [
                    "local all all trust", f"host all all {trusted} trust",
                    f"host replication all {trusted} trust",
                ],
            },
            "postgresql": {
                "listen": f"{self.address}:{self.port}",
                "connect_address": f"{self.address}:{self.port}", "data_dir": str(self.data),
                "bin_dir": str(Path(processes.postgres_program("postgres")).parent),
                "pgpass": str(self.folder / "pgpass"),
                "authentication": {
                    "superuser": {"username": "postgres"}, "replication": {"username": "replicator"},
                    "rewind": {"username": "postgres"},
                },
                "parameters": {
                    "unix_socket_directories": str(self.folder), "shared_buffers": "64MB",
                    # Nothing of a killed server stays in the machine's shared memory.
                    "dynamic_shared_memory_type": "mmap",
                    "log_line_prefix": "%m [%p] %q%a ",
                },
            },
            "watchdog": {"mode": "off"},
        }

    def start(self):
        inside = self.cluster.network.inside(self.number) if self.cluster.network else []
        command = [*inside, *self.owner, processes.program("patroni"), str(self.folder / "patroni.json")]
        self.patroni = processes.start(command, self.log, cwd=self.folder)

    # Processes

    def postgres(self) -> set[int]:
        """All processes of this PostgreSQL server, and of no other."""
        try:
            pid = int((self.data / "postmaster.pid").read_text(encoding="utf-8").split("\n", 1)[0])
            if not os.path.samefile(f"/proc/{pid}/cwd", self.data):
                return set()
        except (OSError, ValueError):
            return set()
        return processes.family({pid})

    def everything(self) -> set[int]:
        return processes.family({self.patroni.pid} if self.patroni else set()) | self.postgres()

    def kill_postgres(self):
        processes.send_to_all(signal.SIGKILL, self.postgres)

    def kill(self):
        # Patroni first, so that it starts nothing again.
        processes.end(self.patroni, 10, signal.SIGKILL)
        self.kill_postgres()

    def pause(self, members=None):
        processes.send_to_all(signal.SIGSTOP, members or self.everything)

    def resume(self):
        processes.send_to_all(signal.SIGCONT, self.everything)

    def stop(self):
        self.resume()
        processes.end(self.patroni, 10, signal.SIGKILL)
        pids = self.postgres()
        # It removes its shared memory.
        processes.send(signal.SIGQUIT, pids)
        deadline = time.monotonic() + 10
        while processes.family(pids) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.kill_postgres()

    # Its disk, which is a file system of its own in memory

    def fill_disk(self):
        state = os.statvfs(self.folder)
        used = (state.f_blocks - state.f_bfree) * state.f_frsize
        self.resize_disk(str(used + 64 * 1024))

    def use_up_log(self):
        """There is still room in segments of the log that it has made before."""
        for _ in range(100):
            try:
                self.sql("CREATE TABLE room (); DROP TABLE room; SELECT pg_switch_wal()", timeout=10)
            except (Failure, subprocess.TimeoutExpired):
                if not self.postgres() or not self.ask("/primary"):
                    return
                time.sleep(0.1)

    def free_disk(self):
        self.resize_disk("4g")

    def resize_disk(self, size: str):
        processes.must(["mount", "-o", f"remount,size={size}", str(self.folder)])

    # Questions

    def ask(self, path: str, body: dict | None = None, timeout: float = 2):
        """What Patroni answers; None if it does not."""
        data = None if body is None else json.dumps(body).encode()
        try:
            with OPENER.open(f"http://{self.address}:{self.rest}{path}", data, timeout) as answer:
                return json.loads(answer.read() or b"{}") if path == "/cluster" else True
        except (OSError, ValueError):
            return None

    def sql(self, text: str, database: str = "postgres", timeout: float = 300) -> str:
        psql = [
            processes.postgres_program("psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", self.address,
            "-p", str(self.port), "-U", "postgres", "-d", database,
        ]
        return processes.must(psql, text, timeout).strip()


@dataclass
class State:
    """What the members say of each other."""

    leader: Member | None = None
    synchronous: Member | None = None
    problems: list[str] = field(default_factory=list)


class Cluster:
    def __init__(self, folder: Path, logs: Path, timing: Timing, is_isolated: bool):
        self.folder, self.logs, self.timing = folder, logs, timing
        self.network = Network() if is_isolated else None
        self.etcd: subprocess.Popen | None = None
        address = "10.0.0.254" if is_isolated else "127.0.0.1"
        self.etcd_address = f"{address}:{processes.free_port(address)}"
        self.etcd_peer = f"{address}:{processes.free_port(address)}"
        self.members = [Member(self, number) for number in range(1, MEMBERS + 1)]

    def start(self):
        self.start_etcd()
        for member in self.members:
            member.prepare()
        first = self.members[0]
        first.start()
        processes.wait("Patroni has made the first member", lambda: first.ask("/primary"), 90)
        for member in self.members[1:]:
            member.start()
        self.wait_until_healthy(120)
        self.primary().sql("CREATE ROLE martlet LOGIN; CREATE DATABASE martlet OWNER martlet ENCODING 'UTF8'")

    def start_etcd(self):
        folder = self.folder / "etcd"
        folder.mkdir()
        client, peer = f"http://{self.etcd_address}", f"http://{self.etcd_peer}"
        self.etcd = processes.start(
            [
                *processes.as_owner(folder), processes.program("etcd"), "--name", "etcd",
                "--data-dir", str(folder / "data"), "--log-level", "warn", "--enable-v2=true",
                "--listen-client-urls", client, "--advertise-client-urls", client,
                "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
                "--initial-cluster", f"etcd={peer}",
            ], self.logs / "etcd.log", cwd=folder)

        def answers():
            if self.etcd.poll() is not None:
                raise Failure(f"etcd has ended; see {self.logs / 'etcd.log'}")
            try:
                with OPENER.open(f"{client}/health", timeout=2) as answer:
                    return b"true" in answer.read()
            except OSError:
                return False

        processes.wait("etcd answers", answers, 30)

    def stop(self):
        for member in self.members:
            member.stop()
        processes.end(self.etcd)
        if self.network:
            for member in self.members:
                processes.run(["umount", str(member.folder)])
            self.network.close()

    # Questions

    def state(self) -> State:
        state = State()
        for asked in self.members:
            answer = asked.ask("/cluster")
            if not answer:
                state.problems.append(f"{asked.name} does not answer")
                continue
            entries = {entry["name"]: entry for entry in answer["members"]}
            leaders = [name for name, entry in entries.items() if entry["role"] == "leader"]
            timeline = entries[leaders[0]].get("timeline") if leaders else None
            for member in self.members:
                entry = entries.get(member.name, {})
                role = entry.get("role")
                says = f"{asked.name} says that {member.name}"
                lag = entry.get("lag")
                if entry.get("state") not in ("running", "streaming"):
                    state.problems.append(f"{says} is {entry.get('state', 'unknown')}")
                elif role == "leader":
                    state.leader = state.leader or member
                elif entry.get("timeline") != timeline or not isinstance(lag, int) or lag > 1_000_000:
                    state.problems.append(f"{says} lags behind")
                if role == "sync_standby":
                    state.synchronous = state.synchronous or member
            if len(leaders) != 1:
                state.problems.append(f"{asked.name} sees {len(leaders)} primaries")
        if not state.synchronous:
            state.problems.append("there is no synchronous standby")
        return state

    def primary(self) -> Member:
        """Patroni answers only on the primary, while it holds the lease."""
        found = [member for member in self.members if member.ask("/primary")]
        if len(found) != 1:
            raise Failure(f"{len(found)} members say that they are the primary")
        return found[0]

    def wait_until_healthy(self, seconds: float) -> State:
        state = State(problems=["nobody was asked"])
        deadline = time.monotonic() + seconds
        while True:
            state = self.state()
            if not state.problems and self.streams(state.leader):
                return state
            if time.monotonic() > deadline:
                reasons = "; ".join(state.problems) or "the standbys do not stream"
                raise Failure(f"the cluster is not healthy after {seconds:.0f} s: {reasons}")
            time.sleep(0.5)

    def streams(self, leader: Member) -> bool:
        """Whether PostgreSQL itself agrees: both standbys receive, and one of them is waited for."""
        try:
            states = leader.sql(
                "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'", timeout=10)
        except (Failure, subprocess.TimeoutExpired):
            return False
        return sorted(states.split()) == ["async", "sync"]

    def address(self, attributes: str, user: str = "martlet") -> str:
        hosts = ",".join(f"{member.address}:{member.port}" for member in self.members)
        return f"postgres://{user}@{hosts}/martlet?target_session_attrs={attributes}"

    def switch_over(self, state: State):
        wish = {"leader": state.leader.name, "candidate": state.synchronous.name}
        if not state.leader.ask("/switchover", wish, 60):
            raise Failure("Patroni refused the switch-over")


def main() -> int:
    folder = Path(tempfile.mkdtemp(prefix="martlet-cluster-", dir="/tmp"))
    folder.chmod(0o755)
    logs = folder / "logs"
    logs.mkdir()
    cluster = Cluster(folder, logs, Timing(), False)

    def stop(*_):
        raise SystemExit(1)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    try:
        cluster.start()
        print(cluster.address("any"))
        for member in cluster.members:
            print(f"{member.name}: http://{member.address}:{member.rest}, logs in {member.log}", flush=True)
        sys.stdin.read()
    except Failure as failure:
        print(f"failover-cluster: {failure}", file=sys.stderr)
        return 1
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
