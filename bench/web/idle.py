"""Opens many live streams that say nothing, and says what they cost.

    idle.py [COUNT]     10,000 without it; as many files must be open to a process
"""

import asyncio
import sys
import time

from place import Place, quantile

SECONDS = 60


async def follow(place, gate, opened, pages):
    """Watches until the end."""
    async with gate:
        reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
        writer.write(place.watch)
        await reader.readuntil(b'"isUpToDate":true')
    opened.append(writer)
    while data := await reader.read(65_536):
        pages.append(data.count(b'"cursor"'))


async def main(count: int):
    """Opens the streams, and looks at the server."""
    place = Place("--connections-per-account", "none", "--connections-per-address", "none")
    try:
        memory, gate, opened, pages = place.memory_mebibytes, asyncio.Semaphore(200), [], []
        tasks = [asyncio.create_task(follow(place, gate, opened, pages)) for _ in range(count)]
        while len(opened) < count:
            await asyncio.sleep(0.1)
        each = (place.memory_mebibytes - memory) * 1_024 / count
        print(f"{count} streams: {each:.1f} KiB each")
        spent, start = place.processor_seconds, time.monotonic()
        await asyncio.sleep(SECONDS)
        part = (place.processor_seconds - spent) / (time.monotonic() - start)
        print(f"silent for {SECONDS} s: {100 * part:.1f} % of a core")
        times = [await asyncio.to_thread(place.time_of_call) for _ in range(200)]
        print(f"a call: p50 {quantile(times, 0.5):.2f} ms, p99 {quantile(times, 0.99):.2f} ms")
        pages.clear()
        start = time.monotonic()
        note = {"link": place.link, "content": "쪽지"}
        await asyncio.to_thread(place.call, "Messages/SendToLink", note)
        while sum(pages) < count:
            await asyncio.sleep(0.01)
        print(f"a note at all of them: {time.monotonic() - start:.2f} s")
        for task in tasks:
            task.cancel()
    finally:
        place.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
