"""Two Martlet servers with one database, and HAProxy before them."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import processes
from processes import Failure

OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
# Everything comes from one address and with one key.
LIMITS = (
    "device-requests", "device-bytes", "address-requests", "address-bytes", "key-requests", "key-bytes",
    "key-people", "management-requests",
)
CAMPAIGN = {
    "name": "Fail-over", "triggers": [{"kind": "custom_event", "name": "cart_viewed"}],
    "message": {
        "kind": "modal", "header": "Hello", "message": "Text", "buttons": [{"id": 0, "text": "Close"}],
    },
}
PROXY = """
global
  maxconn 1000
  stats socket {folder}/haproxy.sock mode 600
defaults
  mode http
  log stdout format raw local0 notice
  timeout connect 1s
  timeout client 60s
  timeout server 40s
  timeout check 1s
  # Only when nothing was sent.
  retries 3
  retry-on conn-failure
  option redispatch 1
  # A device waits as long as it is told. The text says who answered.
  http-error status 502 content-type text/plain string haproxy hdr Retry-After 1
  http-error status 503 content-type text/plain string haproxy hdr Retry-After 1
  http-error status 504 content-type text/plain string haproxy hdr Retry-After 1
listen martlet
  bind {address}
  # A server that does not answer gets nothing more.
  balance leastconn
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1
{servers}
"""


class Node:
    def __init__(self, number: int, program: Path, database: str, folder: Path, logs: Path):
        self.name = f"node{number}"
        self.program, self.database, self.log = program, database, logs / f"node{number}.log"
        self.data = folder / self.name
        self.port = processes.free_port()
        self.process: subprocess.Popen | None = None
        self.starts = 0

    def start(self):
        limits = [word for name in LIMITS for word in ("--limit", f"{name}=off")]
        self.process = processes.start(
            [
                str(self.program), "serve", "--port", str(self.port), "--data", str(self.data),
                "--database", self.database, "--encryption-key-file", str(self.data.parent / "key"), *limits,
            ], self.log, stdout=subprocess.DEVNULL)
        self.starts += 1
        processes.wait(f"{self.name} is ready", self.is_ready, 60)

    def is_ready(self) -> bool:
        if self.process.poll() is not None:
            raise Failure(f"{self.name} has ended with {self.process.returncode}; see {self.log}")
        return self.readiness().startswith("200")

    def readiness(self) -> str:
        try:
            with OPENER.open(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
                return f"{answer.status}"
        except urllib.error.HTTPError as error:
            return f"{error.code} {' '.join(error.read().decode(errors='replace').split())[:200]}"
        except OSError as error:
            return f"no answer ({error})"

    def send(self, number: int):
        processes.send(number, {self.process.pid})

    def kill(self):
        processes.end(self.process, 10, signal.SIGKILL)


class Nodes:
    def __init__(self, program: Path, database: str, folder: Path, logs: Path):
        self.program, self.database, self.folder, self.logs = program, database, folder, logs
        self.nodes = [Node(number, program, database, folder, logs) for number in (1, 2)]
        self.port = processes.free_port()
        self.proxy: subprocess.Popen | None = None
        self.device_key = self.management_key = self.campaign = ""

    def start(self):
        for node in self.nodes:
            node.start()
        self.device_key = self.command("create-key", "--scope", "device", "--name", "fail-over")
        self.management_key = self.command("create-key", "--scope", "management", "--name", "fail-over")
        self.start_proxy()
        self.campaign = self.ask("POST", "/api/v1/campaigns", CAMPAIGN)["id"]
        self.ask("POST", f"/api/v1/campaigns/{self.campaign}/launch", {})

    def start_proxy(self):
        servers = "\n".join(f"  server {node.name} 127.0.0.1:{node.port} check" for node in self.nodes)
        configuration = self.folder / "haproxy.cfg"
        text = PROXY.format(folder=self.folder, address=f"127.0.0.1:{self.port}", servers=servers)
        configuration.write_text(text, encoding="utf-8")
        command = [processes.program("haproxy"), "-db", "-f", str(configuration)]
        self.proxy = processes.start(command, self.logs / "haproxy.log")

        def answers():
            if self.proxy.poll() is not None:
                raise Failure(f"HAProxy has ended; see {self.logs / 'haproxy.log'}")
            try:
                return self.ask("GET", "/api/v1/events/counts")
            except (OSError, Failure):
                return None

        processes.wait("HAProxy passes requests on", answers, 30)

    def command(self, *words: str) -> str:
        options = ["--database", self.database, "--data", str(self.nodes[0].data)]
        return processes.must([str(self.program), *words, *options]).strip()

    def verify(self, database: str) -> list[str]:
        """What `martlet verify` finds when it counts everything again."""
        command = [str(self.program), "verify", "--database", database, "--data", str(self.nodes[0].data)]
        done = processes.run(command, timeout=600)
        lines = [line for line in done.stdout.splitlines() if not line.startswith((" ", "ok "))]
        if done.returncode == 0 and "counters: match the data" not in done.stdout:
            lines.append("it says nothing of the counters")
        elif done.returncode != 0 and not lines:
            lines.append(f"it ended with {done.returncode}: {done.stderr.strip()[:300]}")
        return [f"martlet verify: {line}" for line in lines]

    def ask(self, method: str, path: str, body: dict | None = None):
        """Asks as a program with a management key does: again, if the answer says so."""
        for _ in range(10):
            try:
                return self.ask_once(method, path, body)
            except urllib.error.HTTPError as error:
                after = error.headers.get("Retry-After")
                if error.code != 503 or after is None:
                    raise Failure(f"{method} {path}: {error.code} {error.read()[:500]!r}") from error
                time.sleep(min(float(after), 5))
        raise Failure(f"{method} {path}: ten times 503")

    def ask_once(self, method: str, path: str, body: dict | None):
        headers = {"Authorization": f"Bearer {self.management_key}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data=data, method=method, headers=headers)
        with OPENER.open(request, timeout=60) as answer:
            return json.loads(answer.read() or b"null")

    def wait_until_ready(self, seconds: float):
        for node in self.nodes:
            try:
                processes.wait(f"{node.name} is ready again", node.is_ready, seconds, 0.5)
            except Failure as failure:
                raise Failure(f"{failure}: it answers {node.readiness()}") from failure

    def stop(self):
        processes.end(self.proxy, first=signal.SIGKILL)
        for node in self.nodes:
            if node.process:
                node.kill()

    def problems(self) -> list[str]:
        """Errors that the nodes have logged, without what differs. That the database is away is no error."""
        away = re.compile(r"code=store_unavailable|the data cannot be used")
        found = []
        for node in self.nodes:
            if not node.log.exists():
                continue
            for line in node.log.read_text(encoding="utf-8", errors="replace").splitlines():
                if re.search(r" (error|critical) |Fatal", line) and not away.search(line):
                    found.append(re.sub(r"^\S+ |hb\.request\.id=\S+ ", "", line)[:300])
        return found
