"""A server that is measured over HTTP: started on an empty store, and asked by plain sockets."""

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import urllib.request

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / ".build" / "release" / "notelet-server"
PASSWORD = "correct horse battery"


class Place:
    """A server with its limits as they are by default, but for those that are given."""

    def __init__(self, *options: str):
        self._folder = tempfile.TemporaryDirectory()
        self._server = subprocess.Popen(
            [PROGRAM, "--store", f"{self._folder.name}/store", "--listen", "tcp://127.0.0.1:0",
             "--web-listen", "http://127.0.0.1:0", "--log-level", "error", *options],
            stdout=subprocess.PIPE, text=True,
        )
        self._server.stdout.readline()
        self.address = self._server.stdout.readline().split()[-1]
        self.port = int(self.address.rsplit(":", 1)[1])
        person = self.call("Accounts/SignUp", {
            "username": "holder", "email": "holder@example.com", "password": PASSWORD,
        })
        self.token = person["session"]["accessToken"]
        self.link = person["user"]["personalLink"]["token"]

    def close(self):
        """Ends the server."""
        self._server.send_signal(signal.SIGTERM)
        self._server.wait()
        self._folder.cleanup()

    def call(self, method: str, request: dict) -> dict:
        """Calls a method that needs no token."""
        body = json.dumps(request).encode()
        asked = urllib.request.Request(f"{self.address}/notelet.v1.{method}", body,
                                       {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked, timeout=30) as response:
            return json.load(response)

    def fill(self, count: int):
        """Has so many notes sent to the holder."""
        for number in range(count):
            self.call("Messages/SendToLink", {
                "link": self.link, "content": f"쪽지 {number:05}: 오늘 발표 정말 멋졌어요!",
            })

    def request(self, method: str, kind: str, body: bytes, token: bool = False) -> bytes:
        """A whole request, as it is written into a socket."""
        bearer = f"Authorization: Bearer {self.token}\r\n" if token else ""
        head = (f"POST /notelet.v1.{method} HTTP/1.1\r\nHost: a\r\n{bearer}"
                f"Content-Type: application/{kind}\r\nContent-Length: {len(body)}\r\n\r\n")
        return head.encode() + body

    @property
    def watch(self) -> bytes:
        """A request for a stream of the holder's feed."""
        return self.request("Sync/Watch", "connect+json", b"\0\0\0\0\2{}", token=True)

    @property
    def memory_mebibytes(self) -> float:
        """What the server has in memory."""
        status = pathlib.Path(f"/proc/{self._server.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1_024

    @property
    def processor_seconds(self) -> float:
        """What the server has had of processors."""
        fields = pathlib.Path(f"/proc/{self._server.pid}/stat").read_text().split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def time_of_call(self) -> float:
        """How many milliseconds a first call on a new connection takes."""
        start = time.perf_counter()
        self.call("Health/Check", {})
        return (time.perf_counter() - start) * 1_000


def quantile(values: list[float], part: float) -> float:
    """The value below which this part of all lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]
