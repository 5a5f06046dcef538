#!/usr/bin/python3
"""A tour of Notelet: two people sign up, one shares a link, the other writes, and is answered.

    python3 tour.py [tcp://127.0.0.1:7575 | tls://HOST:PORT [CA_FILE]]
"""

import secrets
import sys

from notelet import Client, Refused, new_key
from notelet.v1 import accounts_pb2, contacts_pb2, health_pb2, messages_pb2


def sign_up(client, name):
    """Opens an account with a name that is new, and returns the user and the session."""
    username = f"{name}-{secrets.token_hex(4)}"
    reply = client.call(
        "Accounts", "SignUp",
        accounts_pb2.SignUpRequest(
            username=username,
            email=f"{username}@example.com",
            password=secrets.token_urlsafe(24)),
        accounts_pb2.SignUpResponse,
        idempotency_key=new_key())
    return reply.user, reply.session


def main(address="tcp://127.0.0.1:7575", ca_file=None):
    with Client(address, ca_file=ca_file) as client:
        health = client.call("Health", "Check", health_pb2.CheckRequest(), health_pb2.CheckResponse)
        print(f"server {health.version} at {address}")

        minji, minji_session = sign_up(client, "minji")
        jun, jun_session = sign_up(client, "jun")
        print(f"signed up {minji.username} and {jun.username}")
        print(minji.personal_link.shareable_text)

        # The same key makes the retry safe: the note is sent once, and the reply is the first one.
        note = messages_pb2.SendToLinkRequest(
            link=minji.personal_link.url, content="오늘 발표 정말 멋졌어요!")
        key = new_key()
        first, again = (
            client.call("Messages", "SendToLink", note, messages_pb2.SendResponse,
                        token=jun_session.access_token, idempotency_key=key)
            for _ in range(2))
        assert first == again, "a retry gets the first reply"
        print(f"jun sent a note: {first.message_id.hex()}")

        inbox = client.call(
            "Messages", "ListReceived", messages_pb2.ListReceivedRequest(),
            messages_pb2.ListReceivedResponse, token=minji_session.access_token)
        received = inbox.messages[0]
        assert len(inbox.messages) == 1, "one note, although it was sent twice"
        assert received.id != first.message_id, "both know the note by ids of their own"
        print(f"minji received, from {received.sender_name}: {received.content}")

        client.call(
            "Messages", "AnswerMessage",
            messages_pb2.AnswerMessageRequest(message_id=received.id, content="고마워요 :)"),
            messages_pb2.AnswerMessageResponse,
            token=minji_session.access_token, idempotency_key=new_key())

        answer = watch_for_answer(client, jun_session.access_token, first.message_id)
        print(f"jun watched, and saw the answer: {answer.content}")

        show_refusal(client, minji_session.access_token)


def watch_for_answer(client, token, message_id):
    """Follows the changes until the note is answered."""
    for page in client.watch(token):
        for change in page.changes:
            if change.answered.message_id == message_id:
                return change.answered.answer
    raise ConnectionError("the watch ended")


def show_refusal(client, token):
    """Adds a contact and tries to delete it within three days."""
    contact = client.call(
        "Contacts", "AddContact", contacts_pb2.AddContactRequest(name="홍길동"),
        contacts_pb2.AddContactResponse, token=token, idempotency_key=new_key()).contact
    try:
        client.call(
            "Contacts", "DeleteContact", contacts_pb2.DeleteContactRequest(id=contact.id),
            contacts_pb2.DeleteContactResponse, token=token, idempotency_key=new_key())
    except Refused as refusal:
        print(f"refused with {refusal.reason} {refusal.fields}: {refusal.texts['ko']}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except OSError as error:
        place = sys.argv[1] if len(sys.argv) > 1 else "tcp://127.0.0.1:7575"
        sys.exit(f"tour.py: {place}: {error}. Start a server there, such as with 'make serve', "
                 "or name another one.")
