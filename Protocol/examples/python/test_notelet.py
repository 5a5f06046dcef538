"""Tests of the example client against the golden vectors and a server of a few lines.

    python3 -m unittest test_notelet
"""

import base64
import json
import socket
import threading
import unittest
from unittest import mock

import notelet
from notelet import Client, FrameParser, FramingError, Refused, CallFailed
from notelet.v1 import health_pb2, messages_pb2, sync_pb2

VECTORS = notelet.PROTOCOL / "vectors"


def load(name):
    with open(VECTORS / name, encoding="utf-8") as file:
        return json.load(file)


def vector(name):
    return next(entry for entry in load("envelope.json")["vectors"] if entry["name"] == name)


class FrameTests(unittest.TestCase):
    def test_vectors_whole_and_byte_by_byte(self):
        for entry in load("frames.json")["vectors"]:
            data = bytes.fromhex(entry["hex"])
            for pieces in ([data], [data[i:i + 1] for i in range(len(data))]):
                with self.subTest(entry["name"], pieces=len(pieces)):
                    self.check(entry, pieces)

    def check(self, entry, pieces):
        parser = FrameParser()
        frames = []
        try:
            for piece in pieces:
                frames += parser.feed(piece)
        except FramingError:
            # A client gives the connection up for both.
            self.assertIn(entry["outcome"], ("close", "oversized"))
            return
        outcome = "incomplete" if parser.buffer else "frames"
        self.assertEqual(entry["outcome"], outcome)
        expected = [
            (f["stream_id"], f["type"], f["flags"], bytes.fromhex(f["body"]))
            for f in entry["frames"]]
        self.assertEqual(expected, frames)
        again = b"".join(notelet.encode_frame(*frame) for frame in frames)
        self.assertTrue(b"".join(pieces).startswith(again))

    def test_too_long_a_body_is_not_sent(self):
        with self.assertRaises(ValueError):
            notelet.encode_frame(1, notelet.REQUEST, 0, bytes((4 << 20) + 1))


class EnvelopeTests(unittest.TestCase):
    def test_worked_example(self):
        entry = vector("send_to_link_request")
        said = entry["json"]
        metadata = {pair["key"]: pair["value"] for pair in said["metadata"]}
        body = notelet.encode_request(
            said["service"], said["method"], base64.b64decode(said["payload"]),
            token=metadata["authorization"].removeprefix("Bearer "),
            idempotency_key=metadata["idempotency-key"], timeout=5)
        self.assertEqual(entry["hex"], body.hex())
        self.assertEqual(
            entry["frame"], notelet.encode_frame(1, notelet.REQUEST, 0, body).hex())

    def test_response(self):
        payload = notelet.payload_of_response(bytes.fromhex(vector("send_to_link_response")["hex"]))
        response = messages_pb2.SendResponse.FromString(payload)
        self.assertEqual(16, len(response.message_id))

    def test_refusals(self):
        for entry in load("refusals.json")["vectors"]:
            with self.subTest(entry["name"]), self.assertRaises(Refused) as caught:
                notelet.payload_of_response(bytes.fromhex(entry["response"]))
            refused = caught.exception
            self.assertEqual(
                (entry["code"], entry["reason"], entry["fields"], entry["texts"],
                 entry["retryable"]),
                (refused.code, refused.reason, refused.fields, refused.texts, refused.retryable))
            self.assertEqual(entry["texts"]["en"], refused.message)

    def test_status_without_refusal(self):
        with self.assertRaises(CallFailed) as caught:
            notelet.payload_of_response(bytes.fromhex(vector("unimplemented_response")["hex"]))
        self.assertEqual("UNIMPLEMENTED", caught.exception.code)


class ScriptedServer:
    """Takes connections; each request is answered with what `reply` returns for it, as bytes."""

    def __init__(self, reply):
        self.reply = reply
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "tcp://127.0.0.1:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        try:
            while True:
                connection, _ = self.listener.accept()
                threading.Thread(target=self.serve, args=(connection,), daemon=True).start()
        except OSError:
            pass

    def serve(self, connection):
        parser = FrameParser()
        with connection:
            while data := connection.recv(65536):
                for frame in parser.feed(data):
                    connection.sendall(self.reply(*frame))
                    if frame[1] != notelet.REQUEST:
                        return

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.listener.close()


def response(stream_id, payload):
    body = notelet.envelope_pb2.Response(payload=payload).SerializeToString()
    return notelet.encode_frame(stream_id, notelet.RESPONSE, 0, body)


class ClientTests(unittest.TestCase):
    def test_calls_use_rising_odd_streams_and_pass_over_late_replies(self):
        seen = []

        def reply(stream_id, kind, flags, body):
            request = notelet.envelope_pb2.Request.FromString(body)
            seen.append((stream_id, kind, flags, request.service, request.method))
            late = response(stream_id - 2, b"late") if stream_id > 1 else b""
            return late + response(
                stream_id, health_pb2.CheckResponse(version=str(stream_id)).SerializeToString())

        with ScriptedServer(reply) as server, Client(server.address) as client:
            versions = [
                client.call("Health", "Check", health_pb2.CheckRequest(),
                            health_pb2.CheckResponse).version for _ in range(3)]
        self.assertEqual(["1", "3", "5"], versions)
        self.assertEqual((5, 1, 0, "notelet.v1.Health", "Check"), seen[2])

    def test_watch_yields_pages_until_the_stream_ends(self):
        pages = [sync_pb2.ChangePage(cursor=b"1"), sync_pb2.ChangePage(), sync_pb2.ChangePage(
            cursor=b"3", is_up_to_date=True)]

        def reply(stream_id, kind, flags, body):
            self.assertEqual(notelet.REMOTE_CLOSED, flags)
            frames = [notelet.encode_frame(stream_id, notelet.DATA, 0, page.SerializeToString())
                      for page in pages]
            return b"".join(frames) + notelet.encode_frame(
                stream_id, notelet.DATA, notelet.REMOTE_CLOSED | notelet.NO_DATA, b"")

        with ScriptedServer(reply) as server, Client(server.address) as client:
            self.assertEqual(pages, list(client.watch("token", cursor=b"0")))

    def test_a_stream_may_end_with_a_refusal(self):
        refusal = bytes.fromhex(load("refusals.json")["vectors"][3]["response"])

        def reply(stream_id, kind, flags, body):
            return notelet.encode_frame(stream_id, notelet.RESPONSE, 0, refusal)

        with ScriptedServer(reply) as server, Client(server.address) as client:
            with self.assertRaises(Refused) as caught:
                list(client.watch("token"))
        self.assertEqual("REFUSAL_REASON_NOT_AUTHENTICATED", caught.exception.reason)

    def test_silence_is_an_error_and_the_connection_goes_on(self):
        answers = [b"", None]

        def reply(stream_id, kind, flags, body):
            answer = answers.pop(0)
            return response(stream_id, b"") if answer is None else answer

        with ScriptedServer(reply) as server, Client(server.address) as client:
            with mock.patch.object(notelet, "REPLY_GRACE_SECONDS", 0.0):
                with self.assertRaises(CallFailed) as caught:
                    client.call("Health", "Check", health_pb2.CheckRequest(),
                                health_pb2.CheckResponse, timeout=0.05)
            self.assertEqual("DEADLINE_EXCEEDED", caught.exception.code)
            client.call("Health", "Check", health_pb2.CheckRequest(), health_pb2.CheckResponse)

    def test_bad_addresses_say_so(self):
        for address in ("127.0.0.1:7575", "tcp://", "tls://", "http://127.0.0.1:1", "unix://"):
            with self.subTest(address), self.assertRaises(ValueError):
                Client(address)


if __name__ == "__main__":
    unittest.main()
