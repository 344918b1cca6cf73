"""Tests what docs/postgresql.md says of programs beside Martlet: PgBouncer in front of a real database, and the examples in deploy/postgresql, with two
servers behind HAProxy. Everything stays on loopback and in temporary folders.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "deploy/postgresql"
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "Tests/Failover"))
import processes  # noqa: E402

TOOL = os.environ["MARTLET_TOOL"]
NAME = "martlet.example.com"
# Everything comes from one address and with one key.
LIMITS = ("device-requests", "device-bytes", "address-requests", "address-bytes", "key-requests", "key-bytes", "key-people")
work: Path
database: subprocess.Popen
# Of the database server, with the name of the database left out.
address: str


def setUpModule():
    global work, database, address
    work = Path(tempfile.mkdtemp(prefix="martlet-deployment-", dir="/tmp"))
    # PgBouncer and HAProxy run as users of their own.
    work.chmod(0o755)
    database = subprocess.Popen([ROOT / "scripts/postgres-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    address = database.stdout.readline().strip().rpartition("/")[0]
    assert address, "PostgreSQL did not start"


def tearDownModule():
    # It removes itself when its input ends.
    database.stdin.close()
    database.wait(30)
    database.stdout.close()
    shutil.rmtree(work, ignore_errors=True)


def sql(name: str, text: str) -> str:
    return processes.must(["psql", "-XqAt", "-c", text, f"{address}/{name}"]).strip()


def make_database(name: str) -> str:
    sql("postgres", f"CREATE DATABASE {name}")
    return f"{address}/{name}"


def martlet(*words: str, url: str, seconds: float = 60) -> subprocess.CompletedProcess:
    return processes.run([TOOL, *words, "--database", url, "--data", str(work / "command")], timeout=seconds)


class Server:
    def __init__(self, name: str, url: str, key: Path, *options: str, public: bool = False):
        self.port, self.data, self.log = processes.free_port(), work / name, work / f"{name}.log"
        limits = [word for limit in LIMITS for word in ("--limit", f"{limit}=off")]
        self.command = [TOOL, "serve", "--port", str(self.port), "--data", str(self.data), "--database", url, "--encryption-key-file", str(key), *limits, *options]
        self.command += ["--public-url", f"https://{NAME}"] if public else []
        self.host = NAME if public else "localhost"

    def start(self, waits: bool = True):
        self.process = processes.start(self.command, self.log)
        if waits:
            processes.wait("the server is ready", self.is_ready, 60)

    def is_ready(self) -> bool:
        if self.process.poll() is not None:
            raise processes.Failure(f"the server has ended: {self.log.read_text()}")
        return self.ask("GET", "/readyz")[0] == 200

    def ask(self, method: str, path: str, body: dict | None = None, **headers: str):
        """The status, the text and the headers of the answer. Status 0: there was none."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, json.dumps(body) if body else None, {"Host": self.host, **headers})
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), answer.headers
        except OSError as error:
            return 0, str(error), {}
        finally:
            connection.close()

    def stop(self):
        processes.end(self.process, 20)


def events(*ids: str) -> dict:
    now = int(time.time() * 1000)
    return {
        "version": 1, "device": {"id": "phone"}, "sent_at": now,
        "events": [{"id": id, "at": now, "kind": "custom", "name": "cart_viewed"} for id in ids],
    }  # fmt: skip


class PgBouncer:
    def __init__(self, mode: str, *settings: str):
        self.folder = Path(tempfile.mkdtemp(dir=work))
        self.port = processes.free_port()
        self.folder.joinpath("users.txt").write_text('"martlet" ""\n')
        upstream = re.search(r"@([\d.]+):(\d+)$", address)
        lines = [
            "[databases]", f"* = host={upstream[1]} port={upstream[2]}", "[pgbouncer]", f"pool_mode = {mode}", "listen_addr = 127.0.0.1",
            f"listen_port = {self.port}", "unix_socket_dir =", "auth_type = trust", f"auth_file = {self.folder}/users.txt", *settings,
        ]  # fmt: skip
        self.folder.joinpath("pgbouncer.ini").write_text("\n".join(lines) + "\n")
        self.folder.chmod(0o755)
        self.start()

    def start(self):
        as_user = ["-u", "postgres"] if os.geteuid() == 0 else []
        self.process = processes.start([processes.program("pgbouncer"), *as_user, str(self.folder / "pgbouncer.ini")], self.folder / "log")
        processes.wait("PgBouncer listens", self.listens, 10)

    def listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def url(self, name: str) -> str:
        return f"postgres://martlet@127.0.0.1:{self.port}/{name}"

    def stop(self, number: int = signal.SIGTERM):
        processes.end(self.process, 5, number)


class PoolerTests(unittest.TestCase):
    def test_a_server_works_with_pooled_sessions_and_goes_on_when_the_pooler_was_away(self):
        make_database("sessions")
        pooler = PgBouncer("session")
        self.addCleanup(lambda: pooler.stop())
        url = pooler.url("sessions")
        server = Server("pooled", url, work / "pooled.key")
        server.start()
        self.addCleanup(server.stop)
        key = {"X-Martlet-Key": martlet("create-key", "--scope", "device", url=url).stdout.strip()}
        self.assertEqual(server.ask("POST", "/sdk/v1/events", events("a", "b"), **key)[0], 200)
        pooler.stop(signal.SIGKILL)
        status, text, headers = server.ask("POST", "/sdk/v1/events", events("c"), **key)
        self.assertEqual((status, "Retry-After" in headers), (503, True), text)
        self.assertEqual(server.ask("GET", "/readyz")[0], 503)
        pooler.start()
        processes.wait("it stores again", lambda: server.ask("POST", "/sdk/v1/events", events("b", "c"), **key)[0] == 200, 20)
        self.assertEqual(sql("sessions", "SELECT count(*) FROM event"), "3")
        self.assertIn("counters: match the data", martlet("verify", url=url).stdout)
        self.assertIn("A server needs 9.", martlet("doctor", url=url).stdout)

    def test_pooled_transactions_and_statements_are_refused_before_anything_is_made(self):
        version = re.search(r"(\d+)\.(\d+)", processes.must([processes.program("pgbouncer"), "--version"]))
        # Newer ones keep prepared statements, and locks and notifications go astray without an error.
        emulates = (int(version[1]), int(version[2])) >= (1, 21)
        cases = [("transaction",), ("statement",), ("transaction", "server_round_robin = 1")]
        cases += [("transaction", f"max_prepared_statements = {count}") for count in (0, 100) if emulates]
        for number, case in enumerate(cases):
            name = f"refused{number}"
            make_database(name)
            pooler = PgBouncer(*case)
            try:
                for command in ("serve", "migrate", "doctor", "verify"):
                    # Twice: the second one gets connections that the first one has used.
                    for _ in range(2):
                        words = [command, "--port", "0"] if command == "serve" else [command]
                        with self.subTest(case=case, command=command):
                            done = martlet(*words, url=pooler.url(name), seconds=30)
                            self.assertNotEqual(done.returncode, 0)
                            self.assertIn("pool_mode = session", done.stdout + done.stderr)
                self.assertEqual(sql(name, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"), "0", case)
            finally:
                pooler.stop()


class SeveralServersTests(unittest.TestCase):
    def test_servers_that_make_the_first_start_at_once_all_serve(self):
        url = make_database("together")
        servers = [Server(f"together{number}", url, work / "together.key") for number in range(3)]
        # With one key from the beginning: whoever comes first would make the file.
        environment = {"MARTLET_ENCRYPTION_KEY": "A" * 43 + "="}
        for server in servers:
            server.command = [word for word in server.command if word not in ("--encryption-key-file", str(work / "together.key"))]
            with server.log.open("ab") as log:
                server.process = subprocess.Popen(
                    server.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**processes.environment(), **environment})  # fmt: skip
            self.addCleanup(server.stop)
        for server in servers:
            processes.wait("the server is ready", server.is_ready, 30)
        self.assertEqual(sql("together", "SELECT count(*) FROM app"), "1")


class Proxy:
    """HAProxy with the example configuration. Only addresses, the socket and the certificate come from the test."""

    def __init__(self, *upstreams: int):
        self.folder = Path(tempfile.mkdtemp(dir=work))
        self.plain, self.secure = processes.free_port(), processes.free_port()
        key, certificate = self.folder / "key.pem", self.folder / "certificate.pem"
        processes.must([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-subj", f"/CN={NAME}",
            "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(certificate),
        ])  # fmt: skip
        (self.folder / "martlet.pem").write_text(certificate.read_text() + key.read_text())
        text = (EXAMPLES / "haproxy.cfg").read_text()
        for old, new in [
            ("bind :80\n", f"bind 127.0.0.1:{self.plain}\n"),
            ("bind :443 ", f"bind 127.0.0.1:{self.secure} "),
            ("/etc/haproxy/martlet.pem", str(self.folder / "martlet.pem")),
            ("/run/haproxy/admin.sock", str(self.folder / "admin.sock")),
            ("10.0.0.11:8080", f"127.0.0.1:{upstreams[0]}"),
            ("10.0.0.12:8080", f"127.0.0.1:{upstreams[1]}"),
            *([] if os.geteuid() == 0 else [("  user haproxy\n", ""), ("  group haproxy\n", "")]),
        ]:
            assert old in text, f"the example no longer says: {old}"
            text = text.replace(old, new)
        self.file = self.folder / "haproxy.cfg"
        self.file.write_text(text)
        self.trust = ssl.create_default_context(cafile=str(certificate))
        program = processes.program("haproxy")
        # A warning is an error.
        processes.must([program, "-dW", "-c", "-f", str(self.file)])
        self.process = processes.start([program, "-db", "-f", str(self.file)], self.folder / "log")

    def connection(self) -> http.client.HTTPSConnection:
        """A connection to the proxy, with the name in its certificate."""
        connection = http.client.HTTPSConnection(NAME, self.secure, timeout=30, context=self.trust)
        connection._create_connection = lambda address, *rest, **more: socket.create_connection(("127.0.0.1", self.secure), timeout=30)
        return connection

    def ask(self, method: str, path: str, body: dict | None = None, **headers: str) -> int:
        connection = self.connection()
        try:
            connection.request(method, path, json.dumps(body) if body else None, {"Host": NAME, **headers})
            return connection.getresponse().status
        finally:
            connection.close()

    def wait(self, path: str = "/readyz"):
        def answers():
            with contextlib.suppress(OSError):
                return self.ask("GET", path) == 200

        processes.wait(f"HAProxy passes {path} on", answers, 20)

    def stop(self):
        processes.end(self.process, 5, signal.SIGINT)


class Devices:
    """Send one request after the other until they are stopped. What is not answered with 200 is a failure."""

    def __init__(self, proxy: Proxy, key: str):
        self.failures, self.sent, self.is_over = [], 0, threading.Event()
        self.threads = [threading.Thread(target=self.work, args=(proxy, key, number), daemon=True) for number in range(8)]
        for thread in self.threads:
            thread.start()

    def work(self, proxy: Proxy, key: str, number: int):
        connection, count = proxy.connection(), 0
        while not self.is_over.is_set():
            count += 1
            try:
                connection.request("POST", "/sdk/v1/events", json.dumps(events(f"{number}-{count}")), {"Host": NAME, "X-Martlet-Key": key})
                answer = connection.getresponse()
                text = answer.read()
                if answer.status != 200:
                    self.failures.append((answer.status, text[:200]))
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(repr(error))
                connection.close()
            self.sent += 1
            self.is_over.wait(0.02)
        connection.close()

    def end(self) -> list:
        self.is_over.set()
        for thread in self.threads:
            thread.join(30)
        return self.failures


class ProxyTests(unittest.TestCase):
    def test_each_server_can_stop_without_a_failed_request_and_pages_stay_with_one(self):
        url = make_database("behind")
        servers = [Server(name, url, work / "behind.key", public=True) for name in ("one", "two")]
        for server in servers:
            server.start()
            self.addCleanup(lambda server=server: server.stop())
        key = martlet("create-key", "--scope", "device", url=url).stdout.strip()
        proxy = Proxy(*(server.port for server in servers))
        self.addCleanup(proxy.stop)
        proxy.wait()
        self.assertEqual(proxy.ask("GET", "/metrics"), 404)
        devices = Devices(proxy, key)
        for server in servers:
            time.sleep(3)
            server.stop()
            self.assertEqual(server.process.returncode, 0)
            server.start()
        time.sleep(3)
        self.assertEqual(devices.end(), [], f"of {devices.sent}")
        self.assertEqual(sql("behind", "SELECT count(*) FROM event"), str(devices.sent))
        for server in servers:
            self.assertIn('route="/sdk/v1/events"', server.ask("GET", "/metrics")[1])
        for _ in range(10):
            self.assertEqual(proxy.ask("GET", "/sign-in", Accept="text/html"), 200)
        found = ['route="/sign-in"' in server.ask("GET", "/metrics")[1] for server in servers]
        self.assertEqual(found, [True, False])
        servers[0].stop()
        for _ in range(10):
            self.assertEqual(proxy.ask("GET", "/sign-in", Accept="text/html"), 200)

    def test_requests_reach_a_server_that_has_the_role_for_them(self):
        url = make_database("roles")
        servers = [Server(role, url, work / "roles.key", "--roles", role, public=True) for role in ("worker", "console")]
        for server in servers:
            server.start()
            self.addCleanup(server.stop)
        key = martlet("create-key", "--scope", "device", url=url).stdout.strip()
        proxy = Proxy(*(server.port for server in servers))
        self.addCleanup(proxy.stop)
        # The second one is only asked once HAProxy has found that the first one shows no pages.
        proxy.wait("/sign-in")
        for number in range(10):
            self.assertEqual(proxy.ask("GET", "/sign-in", Accept="text/html"), 200)
            self.assertEqual(proxy.ask("POST", "/sdk/v1/events", events(f"{number}"), **{"X-Martlet-Key": key}), 200)

    def test_the_real_address_and_the_name_are_told_and_what_a_stranger_claims_is_not(self):
        told: list[dict[str, str]] = []

        class Listener(BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path != "/readyz":
                    told.append({name.lower(): value for name, value in self.headers.items()})
                body = b'{"roles":["api","console"]}'
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        listener = HTTPServer(("127.0.0.1", 0), Listener)
        threading.Thread(target=listener.serve_forever, daemon=True).start()
        proxy = Proxy(listener.server_port, listener.server_port)
        try:
            proxy.wait()
            claims = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http", "X-Forwarded-Host": "evil.example", "Forwarded": "for=203.0.113.9"}
            for path in ("/sdk/v1/sync", "/api/v1/campaigns", "/lab"):
                self.assertEqual(proxy.ask("GET", path, **claims), 200)
        finally:
            proxy.stop()
            listener.shutdown()
            listener.server_close()
        self.assertEqual(len(told), 3)
        for fields in told:
            self.assertEqual((fields["host"], fields["x-forwarded-for"], fields["x-forwarded-proto"]), (NAME, "127.0.0.1", "https"))
            self.assertFalse({"x-forwarded-host", "forwarded"} & set(fields))


class ExampleTests(unittest.TestCase):
    def test_every_setting_in_the_examples_is_one_of_the_server(self):
        known = set(re.findall(r"MARTLET_[A-Z_]+", processes.must([TOOL, "serve", "--help"])))
        # The first one is the compose file's own.
        known |= {"MARTLET_DATABASE_PASSWORD"}
        for file in EXAMPLES.iterdir():
            named = set(re.findall(r"MARTLET_[A-Z_]+", file.read_text()))
            self.assertEqual(named - known, set(), file.name)

    def test_the_compose_file_says_that_it_was_not_run_and_has_no_passwords(self):
        text = (EXAMPLES / "compose.yaml").read_text()
        self.assertIn("has not been run yet", text.splitlines()[0])
        for name in ("PASSWORD", "ENCRYPTION_KEY"):
            for value in re.findall(rf"^ +\w*{name}: (.*)$", text, re.M):
                self.assertRegex(value, r"^\$\{MARTLET_\w+:\?")

    @unittest.skipUnless(shutil.which("systemd-analyze"), "this system has no systemd")
    def test_systemd_accepts_the_unit_of_several_servers(self):
        unit, addition = (ROOT / "deploy/systemd/martlet.service").read_text(), (EXAMPLES / "instances.conf").read_text()
        folder = Path(tempfile.mkdtemp(dir=work))
        (folder / "martlet@.service").write_text(unit.replace("=/usr/bin/martlet", f"={TOOL}"))
        (folder / "martlet@.service.d").mkdir()
        for text, is_right in [(addition, True), (addition.replace("StateDirectory=", "StatesDirectory="), False)]:
            (folder / "martlet@.service.d/instances.conf").write_text(text)
            done = processes.run(["systemd-analyze", "verify", "--man=no", str(folder / "martlet@one.service")])
            lines = [line for line in (done.stdout + done.stderr).splitlines() if "martlet" in line]
            self.assertEqual(lines == [], is_right, lines)


if __name__ == "__main__":
    unittest.main(verbosity=2)
