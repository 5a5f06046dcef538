"""A client of Notelet on the standard library and protobuf, as an example and a test peer.

    from notelet import Client, Refused, new_key
    from notelet.v1 import messages_pb2

    client = Client("tls://notes.example.com:7575")
    reply = client.call(
        "Messages", "SendToLink",
        messages_pb2.SendToLinkRequest(link=link, content="안녕하세요"),
        messages_pb2.SendResponse,
        token=token, idempotency_key=new_key())

It needs python3-protobuf and protobuf-compiler (both are Debian packages). The message classes are
generated from the .proto files at the first import and kept in ~/.cache/notelet; a change of the
files makes new ones. By hand, from the folder Protocol:

    protoc -I . --python_out=DIRECTORY notelet/v1/*.proto ttrpc/*.proto
"""

import hashlib
import itertools
import os
import pathlib
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from urllib.parse import urlsplit

PROTOCOL = pathlib.Path(__file__).resolve().parents[2]


def generated_folder():
    """Returns the folder of the generated classes, made now if it is not there."""
    patterns = ["notelet/v1/*.proto", "notelet/*/v1/*.proto", "ttrpc/*.proto"]
    sources = [source for pattern in patterns for source in sorted(PROTOCOL.glob(pattern))]
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.read_bytes())
    # A folder of the user's own: code that anybody may write to is not to be imported.
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    folder = cache / "notelet" / ("python-" + digest.hexdigest()[:16])
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch = pathlib.Path(tempfile.mkdtemp(dir=folder.parent))
    try:
        subprocess.run(
            ["protoc", "-I", PROTOCOL, "--python_out", scratch, *sources], check=True)
        scratch.rename(folder)
    except OSError:
        if not folder.is_dir():  # else another process was faster
            raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return folder


_generated = generated_folder()
# The generated classes are the packages `ttrpc` and `notelet.v1`. The second lives inside this
# module, which a path makes a package.
sys.path.insert(0, str(_generated))
__path__ = [str(_generated / "notelet")]

from notelet.v1 import refusal_pb2, sync_pb2  # noqa: E402
from ttrpc import envelope_pb2  # noqa: E402

REQUEST, RESPONSE, DATA = 1, 2, 3
REMOTE_CLOSED, REMOTE_OPEN, NO_DATA = 1, 2, 4
HEADER = struct.Struct(">IIBB")
BODY_BYTE_COUNT_MAX = 4 << 20
STREAM_ID_MAX = 2**31 - 1
# The server answers within the timeout; this is for the way.
REPLY_GRACE_SECONDS = 1.0

CODES = [
    "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND",
    "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED",
    "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
]


class FramingError(Exception):
    """The bytes are not frames; the connection is of no further use."""


class CallFailed(Exception):
    """A call ended with a status other than OK."""

    def __init__(self, code, message):
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


class Refused(CallFailed):
    """A rule of the service said no; `reason`, `fields` and `texts` say which and why."""

    def __init__(self, code, message, refusal):
        super().__init__(code, message)
        self.reason = refusal_pb2.RefusalReason.Name(refusal.reason) if (
            refusal.reason in refusal_pb2.RefusalReason.values()) else str(refusal.reason)
        self.fields = dict(refusal.fields)
        self.texts = dict(refusal.texts)
        self.retryable = refusal.retryable


def new_key():
    """Returns an idempotency key: one for each write, kept for its retries."""
    return str(uuid.uuid4())


def encode_frame(stream_id, kind, flags, body):
    """Returns the bytes of a frame."""
    if len(body) > BODY_BYTE_COUNT_MAX:
        raise ValueError(f"a body of {len(body)} bytes; at most {BODY_BYTE_COUNT_MAX} fit")
    return HEADER.pack(len(body), stream_id, kind, flags) + body


class FrameParser:
    """Cuts what a connection brings into frames, however it is split."""

    def __init__(self):
        self.buffer = bytearray()

    def feed(self, data):
        """Takes bytes in and returns the frames that are complete: (stream, type, flags, body)."""
        self.buffer += data
        frames = []
        while self.buffer:
            if self.buffer[0] != 0:
                raise FramingError("the first byte of a frame is not zero")
            if len(self.buffer) < HEADER.size:
                break
            size, stream_id, kind, flags = HEADER.unpack_from(self.buffer)
            if size > BODY_BYTE_COUNT_MAX:
                raise FramingError(f"a frame of {size} bytes; at most {BODY_BYTE_COUNT_MAX}")
            end = HEADER.size + size
            if len(self.buffer) < end:
                break
            frames.append((stream_id, kind, flags, bytes(self.buffer[HEADER.size:end])))
            del self.buffer[:end]
        return frames


def encode_request(service, method, payload, token=None, idempotency_key=None, timeout=None):
    """Returns an encoded ttrpc.Request."""
    request = envelope_pb2.Request(service=service, method=method, payload=payload)
    if timeout is not None:
        request.timeout_nano = int(timeout * 1e9)
    if token is not None:
        request.metadata.add(key="authorization", value=f"Bearer {token}")
    if idempotency_key is not None:
        request.metadata.add(key="idempotency-key", value=idempotency_key)
    return request.SerializeToString()


def payload_of_response(body):
    """Returns the payload of an encoded ttrpc.Response, or raises what its status says."""
    response = envelope_pb2.Response.FromString(body)
    status = response.status
    if status.code == 0:
        return response.payload
    code = CODES[status.code] if 0 < status.code < len(CODES) else str(status.code)
    for detail in status.details:
        refusal = refusal_pb2.Refusal()
        if detail.Unpack(refusal):
            raise Refused(code, status.message, refusal)
    raise CallFailed(code, status.message)


class Client:
    """One connection to a server; calls from several threads wait for one another.

    The server of a tls:// address needs a certificate for the host of the address, from an authority
    in `ca_file` or, without one, from one that the system trusts.
    """

    def __init__(self, address="tcp://127.0.0.1:7575", connect_timeout=10.0, ca_file=None):
        self.address = address
        self._connect_timeout = connect_timeout
        self._ca_file = ca_file
        self._socket = connect(address, connect_timeout, ca_file)
        self._parser = FrameParser()
        self._frames = []
        self._stream_ids = itertools.count(1, 2)
        self._lock = threading.Lock()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def close(self):
        """Ends the connection and, with it, its calls."""
        self._socket.close()

    def call(self, service, method, request, response_type, token=None, idempotency_key=None,
             timeout=30.0):
        """Makes a unary call and returns the response; raises Refused, CallFailed or OSError.

        After an OSError or DEADLINE_EXCEEDED nobody knows whether a write was applied: repeat it
        with the same idempotency key (after an OSError, over a new connection).
        """
        with self._lock:
            stream_id = self._open(
                0, service, method, request, token, idempotency_key, timeout)
            limit = time.monotonic() + timeout + REPLY_GRACE_SECONDS
            while True:
                try:
                    got, kind, _, body = self._next_frame(limit)
                except TimeoutError:
                    raise CallFailed("DEADLINE_EXCEEDED", f"no answer in {timeout} s") from None
                # An answer that comes after its call was given up belongs to nobody.
                if got == stream_id and kind == RESPONSE:
                    return response_type.FromString(payload_of_response(body))

    def stream(self, service, method, request, response_type, token=None, timeout=None,
               silence=None):
        """Makes a call with a stream of responses and yields them; the connection is its alone.

        `silence` is how many seconds without any message count as a lost connection.
        """
        with self._lock:
            stream_id = self._open(
                REMOTE_CLOSED, service, method, request, token, None, timeout)
            while True:
                limit = None if silence is None else time.monotonic() + silence
                got, kind, flags, body = self._next_frame(limit)
                if got != stream_id:
                    continue
                if kind == RESPONSE:
                    payload_of_response(body)
                    return
                if kind == DATA and not flags & NO_DATA:
                    yield response_type.FromString(body)
                if kind == DATA and flags & REMOTE_CLOSED:
                    return

    def watch(self, token, cursor=b""):
        """Yields pages of changes from a cursor on, then live, over a connection of its own.

        Keep the cursor of the last page that was taken in: after a break, watching from there
        misses nothing and repeats nothing. A page without changes is a sign of life; two missed
        ones in a row are a lost connection.
        """
        with Client(self.address, self._connect_timeout, self._ca_file) as connection:
            yield from connection.stream(
                "Sync", "Watch", sync_pb2.WatchRequest(cursor=cursor), sync_pb2.ChangePage,
                token=token, silence=120.0)

    def _open(self, flags, service, method, request, token, idempotency_key, timeout):
        stream_id = next(self._stream_ids)
        if stream_id > STREAM_ID_MAX:
            raise ConnectionError("the connection has used up its stream ids; open another")
        service = service if "." in service else "notelet.v1." + service
        body = encode_request(
            service, method, request.SerializeToString(), token, idempotency_key, timeout)
        self._socket.settimeout(self._connect_timeout)
        self._socket.sendall(encode_frame(stream_id, REQUEST, flags, body))
        return stream_id

    def _next_frame(self, limit):
        while not self._frames:
            remaining = None if limit is None else limit - time.monotonic()
            if remaining is not None and remaining <= 0:
                raise TimeoutError("nothing came from the server in time")
            self._socket.settimeout(remaining)
            try:
                data = self._socket.recv(65536)
            except TimeoutError:
                continue
            if not data:
                raise ConnectionError("the server closed the connection")
            self._frames = self._parser.feed(data)
        return self._frames.pop(0)


def connect(address, timeout, ca_file=None):
    """Opens a socket to tls://HOST:PORT, tcp://HOST:PORT or unix:///PATH."""
    parts = urlsplit(address)
    if parts.scheme in ("tcp", "tls") and parts.hostname and parts.port:
        opened = socket.create_connection((parts.hostname, parts.port), timeout)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return encrypted(opened, parts.hostname, ca_file) if parts.scheme == "tls" else opened
    if parts.scheme == "unix" and parts.path:
        opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        opened.settimeout(timeout)
        opened.connect(parts.path)
        return opened
    raise ValueError(f"{address!r} is not an address like tls://example.com:7575 or unix:///run/x")


def encrypted(opened, host, ca_file):
    """Does the TLS handshake over a socket and returns what takes its place."""
    context = ssl.create_default_context(cafile=ca_file)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["ttrpc"])
    # A stream that is cut off is an error, not an end.
    return context.wrap_socket(opened, server_hostname=host, suppress_ragged_eofs=False)
