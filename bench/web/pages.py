"""Measures pages and sends over HTTP with wrk, beside nginx with files of the same bytes.

    pages.py [ROUNDS]       3 without it; needs nginx and wrk (apt-get install nginx wrk)
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

from place import Place

NGINX = """
worker_processes 2; pid {folder}/pid; error_log {folder}/errors; events {{ worker_connections 4096; }}
http {{ access_log off; sendfile on; keepalive_requests 10000000;
  server {{ listen 127.0.0.1:{port}; root {folder}; }} }}
"""
PORT = 18_089


def page(place, kind: str, body: bytes) -> bytes:
    """A page of the holder's notes as it travels."""
    asked = urllib.request.Request(
        f"{place.address}/notelet.v1.Messages/ListReceived", body,
        {"Content-Type": f"application/{kind}", "Authorization": f"Bearer {place.token}"},
    )
    with urllib.request.urlopen(asked) as response:
        return response.read()


def measure(name: str, url: str, folder: str, kind: str = "", body: str = "", token: str = ""):
    """Has wrk ask for 3 s, and prints what came of it."""
    script = pathlib.Path(folder, "ask.lua")
    lines = [f'wrk.method = "{"POST" if kind else "GET"}"', f"wrk.body = [[{body}]]"]
    if kind:
        lines.append(f'wrk.headers["Content-Type"] = "application/{kind}"')
    if token:
        lines.append(f'wrk.headers["Authorization"] = "Bearer {token}"')
    script.write_text("\n".join(lines if kind else []))
    run = subprocess.run(["wrk", "-t1", "-c64", "-d3s", "--latency", "-s", script, url],
                         capture_output=True, text=True, check=True).stdout
    rate = re.search(r"Requests/sec: +(\S+)", run).group(1)
    most = re.search(r"99% +(\S+)", run).group(1)
    failed = re.search(r"Non-2xx.*", run)
    print(f"{name:24}{rate:>12} a second, p99 {most}{' ' + failed.group() if failed else ''}",
          flush=True)


def main(rounds: int):
    """Measures in rounds, each of which asks everybody."""
    place = Place("--shared-address", "--anonymous-sends", "none",
                  "--anonymous-sends-per-receiver", "none", "--connections-per-account", "none")
    folder = tempfile.TemporaryDirectory()
    pathlib.Path(folder.name).chmod(0o755)
    files = [("proto", b"", ""), ("json", b"{}", "{}")]
    try:
        place.fill(60)
        for kind, body, _ in files:
            pathlib.Path(folder.name, kind).write_bytes(page(place, kind, body))
        settings = pathlib.Path(folder.name, "nginx.conf")
        settings.write_text(NGINX.format(folder=folder.name, port=PORT))
        subprocess.run(["nginx", "-c", settings], check=True)
        methods = f"{place.address}/notelet.v1.Messages"
        note = f'{{"link":"{place.link}","content":"오늘 발표 정말 멋졌어요!"}}'
        for _ in range(rounds):
            for kind, _, body in files:
                size = pathlib.Path(folder.name, kind).stat().st_size
                measure(f"nginx, {size} bytes", f"http://127.0.0.1:{PORT}/{kind}", folder.name)
                measure(f"ListReceived as {kind}", f"{methods}/ListReceived", folder.name, kind,
                        body, place.token)
            measure("SendToLink as json", f"{methods}/SendToLink", folder.name, "json", note)
    finally:
        subprocess.run(["nginx", "-c", f"{folder.name}/nginx.conf", "-s", "stop"], check=False)
        place.close()
        folder.cleanup()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
