"""Attacks HTTP's door, and says what that costs the server and an honest client.

    attack.py [NAME...]     some of the attacks; all without any
"""

import http.client
import select
import sys
import threading
import time

from place import Place, quantile

SECONDS = 5
CHECK = ("POST", "/notelet.v1.Health/Check", "{}", {"Content-Type": "application/json"})


def idle(place, sockets, goes_on):
    """Connections on which nothing happens."""
    sockets += [place.connect(number) for number in range(10_000)]


def half_body(place, sockets, goes_on):
    """Half of a body, and nothing after it."""
    whole = place.request("Messages/SendToLink", "json", b" " * 16_000)
    send_first(place, sockets, 1_000, whole[:-8_000])


def half_head(place, sockets, goes_on):
    """Half of a head, and nothing after it."""
    send_first(place, sockets, 2_000, b"POST / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 8_000)


def drip(place, sockets, goes_on):
    """A byte of a request a second."""
    sockets += [place.connect(number) for number in range(2_000)]
    for byte in place.request("Health/Check", "json", b"{}"):
        if not goes_on():
            return
        for each in sockets:
            push(each, bytes([byte]))
        time.sleep(1)


def flood(place, sockets, goes_on):
    """Pipelined requests without end, whose answers nobody reads."""
    sockets += [place.connect(number * 50) for number in range(8)]
    block = place.request("Health/Check", "json", b"{}") * 300
    while goes_on():
        for each in sockets:
            push(each, block)
        time.sleep(0.002)


def huge_chunks(place, sockets, goes_on):
    """Bodies whose first chunk says that it has 2 GiB."""
    head = (b"POST /notelet.v1.Messages/SendToLink HTTP/1.1\r\nHost: a\r\n"
            b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    send_first(place, sockets, 500, head + b"7fffffff\r\n" + b"a" * 60_000)


def noise(place, sockets, goes_on):
    """Bytes that mean nothing, on one connection after the other."""
    number = 0
    while goes_on():
        made = place.connect(number % 12_000)
        push(made, bytes((number * 31 + index * 7) % 256 for index in range(200)) + b"\r\n\r\n")
        made.close()
        number += 1


def slow_reader(place, sockets, goes_on):
    """Watches of a whole inbox, none of which is read; as many as one account may have."""
    send_first(place, sockets, 16, place.watch)


def send_first(place, sockets, count, first):
    """Opens so many connections, and sends what they begin with."""
    for number in range(count):
        sockets.append(place.connect(number))
        push(sockets[-1], first)


def push(sent, data):
    """Sends what the system takes, without waiting."""
    sent.setblocking(False)
    try:
        sent.send(data)
    except OSError:
        pass


class Honest(threading.Thread):
    """A client that calls some 200 times a second on one connection."""

    def __init__(self, place):
        super().__init__()
        self._place, self._over = place, threading.Event()
        self.times, self.failures = [], 0

    def run(self):
        client = None
        while not self._over.is_set():
            client = client or http.client.HTTPConnection("127.0.0.1", self._place.port, timeout=30)
            start = time.perf_counter()
            try:
                client.request(*CHECK)
                isGood = client.getresponse().read().startswith(b'{"status"')
            except (OSError, http.client.HTTPException):
                client, isGood = None, False
            self.failures += not isGood
            self.times.append((time.perf_counter() - start) * 1_000)
            time.sleep(0.004)

    def end(self):
        self._over.set()
        self.join()


def is_open(each) -> bool:
    """Whether the server has left a connection open."""
    poll = select.poll()
    # POLLRDHUP
    poll.register(each, 0x2000)
    return not poll.poll(0)


def trial(place, attack):
    """Attacks for some seconds, and prints what came of it."""
    before, sockets, start = place.memory_mebibytes, [], time.monotonic()
    honest = Honest(place)
    honest.start()
    attack(place, sockets, lambda: time.monotonic() - start < SECONDS)
    time.sleep(max(0, start + SECONDS - time.monotonic()))
    slowest = max(place.time_of_call() for _ in range(10))
    grown = place.memory_mebibytes - before
    honest.end()
    open_count = sum(map(is_open, sockets))
    for each in sockets:
        each.close()
    half, most = quantile(honest.times, 0.5), quantile(honest.times, 0.99)
    print(f"{attack.__name__:12}{len(sockets):7}{open_count:7}{grown:+9.1f} MiB"
          f"{half:9.2f}{most:9.2f} ms{honest.failures:4} failed{slowest:9.1f} ms", flush=True)


def main(names):
    """Tries the attacks on one server."""
    attacks = [idle, half_body, half_head, drip, flood, huge_chunks, noise, slow_reader]
    place = Place("--anonymous-sends", "none", "--anonymous-sends-per-receiver", "none")
    try:
        place.fill(2_000)
        print("attack      connections, left open, memory, honest p50 and p99, slowest connect")
        for attack in attacks:
            if not names or attack.__name__ in names:
                trial(place, attack)
    finally:
        place.close()


if __name__ == "__main__":
    main(sys.argv[1:])
