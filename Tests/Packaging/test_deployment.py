"""Tests the documented ways to run a server: the Debian package is installed into a separate folder and started from there, systemd's own tools check
its unit, and nginx runs the example of a TLS proxy. Everything stays on loopback and in temporary folders.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = Path(os.environ["MARTLET_TOOL"])
NAME = "martlet.example.com"
# The largest body that Martlet accepts, in bytes.
LIMIT = 1_048_576
SECURITY = 1.5
work: Path


def setUpModule():
    global work
    # Others need access too, because the installed binary runs as another user.
    work = Path(tempfile.mkdtemp(prefix="martlet-packaging-"))
    work.chmod(0o755)
    Installed.install()


def tearDownModule():
    shutil.rmtree(work, ignore_errors=True)


def run(*command, **options) -> subprocess.CompletedProcess:
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=120, **options)


def must(*command, **options) -> str:
    done = run(*command, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def as_root(*command):
    return command if os.geteuid() == 0 else ("sudo", "-n", *command)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Installed:
    """The package, installed by dpkg into a folder with a separate database. The machine's own database is not touched."""

    root: Path
    package: Path

    @classmethod
    def install(cls):
        cls.root = work / "root"
        for folder in ("var/lib/dpkg/info", "var/lib/dpkg/updates", "etc"):
            (cls.root / folder).mkdir(parents=True)
        (cls.root / "var/lib/dpkg/status").touch()
        must(ROOT / "scripts/package-deb", TOOL, work, env={**os.environ, "DEB_COMPRESSION": "none"})
        (cls.package,) = work.glob("*.deb")
        cls.dpkg("--install", cls.package)

    @classmethod
    def dpkg(cls, *arguments) -> str:
        # The folder has no shell, so dpkg runs the package's scripts outside it. They must respect DPKG_ROOT.
        options = ("--force-depends", "--force-script-chrootless", f"--root={cls.root}", "--log=/dev/null")
        return must(*as_root("dpkg", *options, *arguments))

    @classmethod
    def settings(cls) -> dict[str, str]:
        lines = (cls.root / "etc/martlet/martlet.env").read_text().splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


class Server:
    """The installed binary, started as an unprivileged user with the command and settings of its unit, except for the port and the data folder."""

    def __init__(self, **settings: str):
        unit = (Installed.root / "usr/lib/systemd/system/martlet.service").read_text()
        command = re.search(r"^ExecStart=(.*)$", unit, re.M)[1].split()
        command[0] = str(Installed.root) + command[0]
        self.data = Path(tempfile.mkdtemp(dir=work))
        self.port = free_port()
        if os.geteuid() == 0:
            os.chown(self.data, 65534, 65534)
            command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs", *command]
        environment = {**Installed.settings(), "MARTLET_DATA": str(self.data), "MARTLET_PORT": str(self.port), **settings}
        self.errors = open(work / "server.log", "a+")
        self.process = subprocess.Popen(command, env=environment, cwd="/", umask=int(re.search(r"^UMask=(.*)$", unit, re.M)[1], 8), stdout=subprocess.PIPE, stderr=self.errors, text=True)
        # A server that never prints its link is killed. Then the line is empty.
        watch = threading.Timer(30, self.process.kill)
        watch.start()
        self.link = self.process.stdout.readline().strip()
        watch.cancel()
        if not self.link:
            self.errors.seek(0)
            raise AssertionError(f"the installed server did not start:\n{self.errors.read()}")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError("the server did not end within 20 s of SIGTERM") from None
        finally:
            self.process.stdout.close()
            self.errors.close()
        if status != 0:
            raise AssertionError(f"the server ended with status {status}")


class PackageTests(unittest.TestCase):
    def test_the_installed_server_serves_and_keeps_its_data_for_itself(self):
        server = Server()
        try:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
            connection.request("GET", "/readyz")
            self.assertEqual(connection.getresponse().status, 200)
            connection.close()
            for file in server.data.glob("martlet.sqlite*"):
                self.assertEqual(file.stat().st_mode & 0o077, 0, file)
        finally:
            server.stop()

    def test_there_is_a_user_for_it_who_cannot_sign_in(self):
        users = [line.split(":") for line in (Installed.root / "etc/passwd").read_text().splitlines()]
        (user,) = [user for user in users if user[0] == "martlet"]
        self.assertEqual(user[5:], ["/var/lib/martlet", "/usr/sbin/nologin"])
        self.assertLess(int(user[2]), 1000)

    def test_what_the_unit_names_is_in_the_package(self):
        unit = (Installed.root / "usr/lib/systemd/system/martlet.service").read_text()
        for name in re.findall(r"^(?:ExecStart|EnvironmentFile)=(\S+)", unit, re.M):
            self.assertTrue((Installed.root / name[1:]).is_file(), name)
        self.assertEqual(Installed.settings()["MARTLET_DATA"], "/var/lib/" + re.search(r"^StateDirectory=(.*)$", unit, re.M)[1])

    def test_nothing_in_the_package_may_be_written_by_others(self):
        for path in Installed.root.rglob("*"):
            if not path.is_symlink() and "dpkg" not in path.parts:
                self.assertEqual(path.stat().st_mode & 0o022, 0, path)

    def test_settings_survive_an_upgrade_and_data_survive_a_purge(self):
        settings = Installed.root / "etc/martlet/martlet.env"
        original = settings.read_text()
        data = Installed.root / "var/lib/martlet/martlet.sqlite"
        try:
            settings.write_text(original + "MARTLET_LOG_LEVEL=debug\n")
            data.parent.mkdir(parents=True, exist_ok=True)
            data.write_text("data")
            Installed.dpkg("--install", Installed.package)
            self.assertTrue(settings.read_text().endswith("MARTLET_LOG_LEVEL=debug\n"))
            Installed.dpkg("--remove", "martlet")
            self.assertFalse((Installed.root / "usr/bin/martlet").exists())
            self.assertTrue(settings.exists())
            Installed.dpkg("--purge", "martlet")
            self.assertFalse(settings.exists())
            self.assertEqual(data.read_text(), "data")
        finally:
            Installed.dpkg("--install", Installed.package)
            settings.write_text(original)
            data.unlink()

    def test_systemd_accepts_the_unit(self):
        unit = (Installed.root / "usr/lib/systemd/system/martlet.service").read_text()
        # The check needs the machine's own units, so it runs on the machine, with the paths of the installed files.
        unit = unit.replace("=/usr/bin/martlet", f"={Installed.root}/usr/bin/martlet")
        copy = work / "martlet.service"
        for text, is_right in [(unit, True), (unit.replace("ProtectSystem=", "ProtectsSystem="), False)]:
            copy.write_text(text)
            done = run("systemd-analyze", "verify", "--man=no", copy)
            lines = [line for line in (done.stdout + done.stderr).splitlines() if "martlet.service" in line]
            self.assertEqual(lines == [], is_right, lines)

    def test_the_unit_is_as_closed_as_the_document_says(self):
        unit = Installed.root / "usr/lib/systemd/system/martlet.service"
        limit = f"--threshold={round(SECURITY * 10)}"
        answer = must("systemd-analyze", "security", "--offline=true", "--no-pager", limit, unit)
        score = re.search(r"Overall exposure level for martlet.service: ([\d.]+)", answer)[1]
        document = (ROOT / "docs/deployment.md").read_text()
        self.assertIn(f"exposure level of {score} out of 10", document)

    def test_the_container_file_names_files_that_are_there(self):
        text = (ROOT / "Dockerfile").read_text()
        self.assertIn("has not been built yet", text.splitlines()[0])
        self.assertIn("\nUSER martlet\n", text)
        self.assertIn("\nHEALTHCHECK ", text)
        for script in re.findall(r"^RUN (scripts/\S+)", text, re.M):
            self.assertTrue(os.access(ROOT / script, os.X_OK), script)
        self.assertIn("artifacts/release/martlet", (ROOT / "scripts/release").read_text())


class Proxy:
    """nginx with the example configuration. Only the name, the ports and the certificate come from the test."""

    def __init__(self, upstream: int):
        self.folder = Path(tempfile.mkdtemp(dir=work))
        self.plain, self.secure = free_port(), free_port()
        key, certificate = self.folder / "key.pem", self.folder / "certificate.pem"
        must(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-subj", f"/CN={NAME}",
            "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", key, "-out", certificate,
        )
        text = (ROOT / "deploy/nginx/martlet.conf").read_text()
        for old, new in [
            ("127.0.0.1:8080", f"127.0.0.1:{upstream}"),
            ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
            ("listen 443 ssl http2;", f"listen 127.0.0.1:{self.secure} ssl http2;"),
            ("  listen [::]:80;\n", ""),
            ("  listen [::]:443 ssl http2;\n", ""),
            ("/etc/ssl/martlet/fullchain.pem", str(certificate)),
            ("/etc/ssl/martlet/privkey.pem", str(key)),
        ]:
            assert old in text, f"the example no longer says: {old}"
            text = text.replace(old, new)
        (self.folder / "site.conf").write_text(text)
        (self.folder / "nginx.conf").write_text(
            f"pid {self.folder}/pid; error_log {self.folder}/error.log; worker_processes 1; daemon off;\n"
            + ("user root;\n" if os.geteuid() == 0 else "")
            + "events {}\nhttp {\n  access_log off;\n"
            + "".join(f"  {kind}_temp_path {self.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
            + f"  include {self.folder}/site.conf;\n}}\n"
        )
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        command = [program, "-e", f"{self.folder}/error.log", "-p", str(self.folder), "-c", "nginx.conf"]
        self.trust = ssl.create_default_context(cafile=str(certificate))
        # nginx reads the configuration and binds the ports first, so try until both ports accept connections.
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for port in (self.plain, self.secure):
            self._wait_for(port)

    def _wait_for(self, port: int):
        for _ in range(200):
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=5).close()
            except OSError:
                try:
                    self.process.wait(0.05)
                except subprocess.TimeoutExpired:
                    continue
                raise AssertionError(f"nginx did not start:\n{self.process.stdout.read()}") from None
        raise AssertionError("nginx does not listen")

    def connection(self) -> http.client.HTTPSConnection:
        """A connection to the proxy, with the name in its certificate."""
        connection = http.client.HTTPSConnection(NAME, self.secure, timeout=20, context=self.trust)
        connection._create_connection = lambda address, *rest, **more: socket.create_connection(("127.0.0.1", self.secure), timeout=20)
        return connection

    def send(self, method: str, path: str, body: bytes | None = None, **headers: str):
        connection = self.connection()
        fields = {"Host": NAME, **{name.replace("_", "-"): value for name, value in headers.items()}}
        connection.request(method, path, body=body, headers=fields)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer, content

    def stop(self):
        self.process.terminate()
        self.process.wait(20)
        self.process.stdout.close()


class ProxyTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(MARTLET_PUBLIC_URL=f"https://{NAME}")
        cls.proxy = Proxy(cls.server.port)

    @classmethod
    def tearDownClass(cls):
        cls.proxy.stop()
        cls.server.stop()

    def test_the_link_to_sign_in_has_the_public_address(self):
        self.assertTrue(self.server.link.startswith(f"https://{NAME}/sign-in/"), self.server.link.split("/sign-in/")[0])

    def test_plain_http_leads_to_tls_with_method_and_path(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.proxy.plain, timeout=20)
        connection.request("POST", "/sdk/v1/sync?a=b", body=b"{}", headers={"Host": NAME})
        answer = connection.getresponse()
        self.assertEqual((answer.status, answer.getheader("Location")), (308, f"https://{NAME}/sdk/v1/sync?a=b"))
        connection.close()

    def test_security_headers_arrive_once_and_hsts_is_one_of_them(self):
        answer, _ = self.proxy.send("GET", "/sign-in", Accept="text/html")
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.headers.get_all("Strict-Transport-Security"), ["max-age=31536000"])
        for name in ("Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy"):
            self.assertEqual(len(answer.headers.get_all(name) or []), 1, name)

    def test_a_body_of_the_largest_size_passes_and_one_beyond_is_answered_by_martlet(self):
        answer, content = self.proxy.send("POST", "/sdk/v1/events", b" " * LIMIT, Content_Type="application/json")
        self.assertNotEqual(answer.status, 413, content[:200])
        for size in (LIMIT + 1, 2_000_000):
            answer, content = self.proxy.send("POST", "/sdk/v1/events", b" " * size, Content_Type="application/json", **self.device())
            self.assertEqual((answer.status, json.loads(content)["code"]), (413, "body_too_large"))
        # A body far over the limit never reaches Martlet.
        answer, content = self.proxy.send("POST", "/sdk/v1/events", b" " * 3_000_000, Content_Type="application/json")
        self.assertEqual((answer.status, b"nginx" in content), (413, True))

    def test_metrics_are_not_for_the_world(self):
        self.assertEqual(self.proxy.send("GET", "/metrics")[0].status, 404)

    def test_a_device_in_the_lab_is_streamed_as_it_changes(self):
        token = self.server.link.rsplit("/", 1)[1]
        origin = {"Origin": f"https://{NAME}", "Sec_Fetch_Site": "same-origin"}
        answer, _ = self.proxy.send(
            "POST", "/sign-in", f"token={token}".encode(), Content_Type="application/x-www-form-urlencoded", **origin
        )
        self.assertEqual(answer.status, 303)
        cookie = answer.getheader("Set-Cookie")
        self.assertIn("; Secure", cookie)
        session = {"Cookie": cookie.split(";")[0]}
        _, page = self.proxy.send("GET", "/lab", Accept="text/html", **session)
        form = {"X_CSRF_Token": re.search(rb'name="csrf" value="([^"]+)"', page)[1].decode(), **session, **origin}
        answer, content = self.proxy.send("POST", "/lab/devices", b"{}", Content_Type="application/json", **form)
        self.assertEqual(answer.status, 201, content)
        device = json.loads(content)["id"]

        connection = self.proxy.connection()
        connection.request("GET", f"/lab/devices/{device}/stream", headers={"Host": NAME, **session})
        stream = connection.getresponse()
        self.assertEqual(stream.getheader("Content-Type"), "text/event-stream")
        self.assertEqual(self.next_event(stream), "state")
        # The stream is open, and nothing more comes by itself. What a command changes arrives through it.
        command = b'{"command": "start_session"}'
        answer, content = self.proxy.send("POST", f"/lab/devices/{device}/commands", command, Content_Type="application/json", **form)
        self.assertEqual(answer.status, 200, content)
        self.assertIn(self.next_event(stream), ("device", "scene", "feed"))
        connection.sock.close() if connection.sock else stream.close()

    def device(self) -> dict[str, str]:
        key = must(TOOL, "create-key", "--scope", "device", "--data", self.server.data).split()[-1]
        return {"X_Martlet_Key": key}

    @staticmethod
    def next_event(stream) -> str:
        while line := stream.readline():
            if line.startswith(b"event: "):
                return line[7:].decode().strip()
        raise AssertionError("the stream ended")


class ForwardingTests(unittest.TestCase):
    """What the proxy tells the server about a request. The server here only records requests."""

    def test_the_real_address_and_the_name_are_told_and_what_a_stranger_claims_is_not(self):
        told: list[dict[str, str]] = []

        class Listener(BaseHTTPRequestHandler):
            def do_GET(self):
                told.append({name.lower(): value for name, value in self.headers.items()})
                self.send_response(204)
                self.end_headers()

            def log_message(self, *arguments):
                pass

        listener = HTTPServer(("127.0.0.1", 0), Listener)
        threading.Thread(target=listener.serve_forever, daemon=True).start()
        proxy = Proxy(listener.server_port)
        try:
            for path in ("/console", "/lab/devices/one/stream"):
                claims = {"X_Forwarded_For": "203.0.113.9", "X_Forwarded_Proto": "http", "X_Forwarded_Host": "evil.example", "Forwarded": "for=203.0.113.9"}
                proxy.send("GET", path, **claims)
        finally:
            proxy.stop()
            listener.shutdown()
            listener.server_close()
        self.assertEqual(len(told), 2)
        for fields in told:
            self.assertEqual(fields["host"], NAME)
            self.assertEqual((fields["x-forwarded-for"], fields["x-forwarded-proto"]), ("127.0.0.1", "https"))
            self.assertFalse({"x-forwarded-host", "forwarded"} & set(fields))


if __name__ == "__main__":
    unittest.main(verbosity=2)
