"""A stranger writes, the owner of the link watches and answers, the stranger reads: with a stock
Connect client, in the binary form and in JSON. `run` beside this file fetches what it needs."""

import sys
import threading
import uuid

from connectrpc.client import ConnectClientSync
from connectrpc.compat import google_protobuf_binary_codec, google_protobuf_json_codec
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from notelet.v1 import accounts_pb2, messages_pb2, sync_pb2


class Notelet:
    """The methods of a server, for whoever has a token or none."""

    def __init__(self, address, codec):
        self._client = ConnectClientSync(address, codec=codec)
        self.token = None

    def call(self, module, service, name, *, get=False, **fields):
        """Calls a unary method; by GET where that is allowed."""
        request = getattr(module, f"{name}Request")(**fields)
        return self._client.execute_unary(
            request=request,
            method=self._method(module, service, name, type(request), StreamType.UNARY, get),
            headers=self._headers(),
            use_get=get,
        )

    def watch(self):
        """The pages of the own feed as they come."""
        method = self._method(sync_pb2, "Sync", "Watch", sync_pb2.WatchRequest,
                              StreamType.SERVER_STREAM, True)
        return self._client.execute_server_stream(
            request=sync_pb2.WatchRequest(), method=method, headers=self._headers()
        )

    def _headers(self):
        headers = {"idempotency-key": str(uuid.uuid4())}
        return headers | ({"authorization": f"Bearer {self.token}"} if self.token else {})

    @staticmethod
    def _method(module, service, name, request, stream, reads):
        descriptor = module.DESCRIPTOR.services_by_name[service].methods_by_name[name]
        file = descriptor.output_type.file.name.removesuffix(".proto").replace("/", ".")
        output = sys.modules[f"{file}_pb2"]
        return MethodInfo(
            name=name,
            service_name=f"notelet.v1.{service}",
            input=request,
            output=getattr(output, descriptor.output_type.name),
            idempotency_level=IdempotencyLevel.NO_SIDE_EFFECTS if reads
            else IdempotencyLevel.UNKNOWN,
            stream_type=stream,
        )


def tell(address, codec):
    """The story, with messages in one form."""
    owner, stranger = Notelet(address, codec), Notelet(address, codec)
    name = f"py{uuid.uuid4().hex[:12]}"
    account = owner.call(accounts_pb2, "Accounts", "SignUp", username=name,
                         email=f"{name}@example.com", password="correct horse battery")
    owner.token = account.session.access_token
    arrived = []
    watching = threading.Thread(target=lambda: arrived.append(next(
        change.received for page in owner.watch() for change in page.changes
        if change.HasField("received")
    )))
    watching.start()
    sent = stranger.call(messages_pb2, "Messages", "SendToLink",
                         link=account.user.personal_link.token, content="파이썬에서")
    watching.join(timeout=30)
    print(f"{codec.name()}: the owner watched '{arrived[0].content}' arrive")
    owner.call(messages_pb2, "Messages", "AnswerMessage",
               message_id=arrived[0].id, content="반가워요")
    reply = stranger.call(messages_pb2, "Messages", "GetReply", reply_ticket=sent.reply_ticket)
    print(f"{codec.name()}: the stranger read '{reply.answer.content}'")
    listed = owner.call(messages_pb2, "Messages", "ListReceived", get=True)
    print(f"{codec.name()}: by GET there is {len(listed.messages)} note")
    try:
        stranger.call(messages_pb2, "Messages", "ListReceived")
    except ConnectError as error:
        print(f"{codec.name()}: without a token: {error.code.name}, {error.message}")


if __name__ == "__main__":
    for each in [google_protobuf_binary_codec(), google_protobuf_json_codec()]:
        tell(sys.argv[1], each)
