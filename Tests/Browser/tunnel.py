"""Leads a port of this machine to a Unix socket, as `ssh -L PORT:SOCKET` does from afar."""

import asyncio
import threading


class Tunnel:
    """A port that leads to a socket until it is closed; `address` is where."""

    def __init__(self, path: str):
        self._path = path
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        begun = asyncio.run_coroutine_threadsafe(self._begin(), self._loop)
        self.address = f"http://localhost:{begun.result()}"

    async def _begin(self) -> int:
        self._server = await asyncio.start_server(self._lead, "127.0.0.1", 0)
        return self._server.sockets[0].getsockname()[1]

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        far_reader, far_writer = await asyncio.open_unix_connection(self._path)
        await asyncio.gather(_pass(reader, far_writer), _pass(far_reader, writer))

    def close(self):
        """Ends all that goes through."""
        self._loop.call_soon_threadsafe(self._server.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
    try:
        while part := await reader.read(65_536):
            writer.write(part)
            await writer.drain()
    except ConnectionError:
        # One side has gone; so does the other.
        pass
    finally:
        writer.close()
