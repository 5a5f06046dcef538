#!/usr/bin/python3
"""Members of a collection: puts some there, reads the list page by page, and follows it live.

    python3 members.py COLLECTION [tcp://127.0.0.1:7575 | tls://HOST:PORT [CA_FILE]]

The server has to offer the directory (`notelet-server --features accounts,notes,directory`), and an
operator to have made the collection (`notelet-admin directory collection add COLLECTION`).
"""

import secrets
import sys

from notelet import Client, Refused, new_key
from notelet.directory.v1 import directory_pb2
from notelet.v1 import sync_pb2
from tour import sign_up

DIRECTORY = "notelet.directory.v1.Directory"
PAGE_SIZE = 2


def call(client, token, name, **fields):
    """Calls a method of the directory; what changes something gets a key of its own."""
    reads = name.startswith(("Get", "List"))
    return client.call(
        DIRECTORY, name, getattr(directory_pb2, name + "Request")(**fields),
        getattr(directory_pb2, name + "Response"), token=token,
        idempotency_key=None if reads else new_key())


def pages(client, token, collection):
    """Yields the members by the numbers of the pages: an empty page ends the list."""
    page = 0
    while True:
        reply = call(client, token, "ListMembers",
                     collection=collection, page=page, page_size=PAGE_SIZE)
        yield list(reply.members)
        if not reply.has_more:
            return
        page += 1


def changes(client, token, collection):
    """Yields what the feed of the collection tells, from the beginning and then live."""
    feed = sync_pb2.WatchedFeed(feed="directory/" + collection)
    for page in client.stream("Sync", "Watch", sync_pb2.WatchRequest(feeds=[feed]),
                              sync_pb2.ChangePage, token=token, silence=120.0):
        for change in page.changes:
            yield directory_pb2.DirectoryChange.FromString(change.shared.value)


def main(collection, address="tcp://127.0.0.1:7575", ca_file=None):
    with Client(address, ca_file=ca_file) as client:
        _, session = sign_up(client, "keeper")
        token = session.access_token
        # Addresses that nobody has, so that the program can be run again.
        tail = f"-{secrets.token_hex(4)}@example.com"
        entries = [directory_pb2.MemberEntry(name=name, email=name.lower() + tail)
                   for name in ("Bob", "alice", "Carl")]
        put = call(client, token, "PutMembers", collection=collection, members=entries).members
        print(f"put {len(put)} members")
        for number, members in enumerate(pages(client, token, collection)):
            print(f"page {number}: " + (", ".join(member.name for member in members) or "empty"))
        call(client, token, "CreatePost", author_id=put[0].id, text="안녕하세요")
        # A watch has a connection of its own, which is closed to end it.
        with Client(address, ca_file=ca_file) as watching:
            for change in changes(watching, token, collection):
                if change.put_post.author_id == put[0].id:
                    print(f"watched, and saw {put[0].name} post: {change.put_post.text}")
                    break
        call(client, token, "ReplaceMembers", collection=collection, members=[])
        print("took them away")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except Refused as refusal:
        sys.exit(f"members.py: {refusal.texts['en']}")
    except OSError as error:
        sys.exit(f"members.py: {error}")
