// Server streams: the Connect protocol with JSON, many messages in envelopes.
// An envelope is a byte of flags, four bytes of length (big-endian), and that many bytes.

import { CallError, errorOf, send, unreachable, withSession } from './calls.js';

/** The content type of requests for streams. */
export const STREAM_TYPE = 'application/connect+json';

const HEADER_SIZE = 5;
const END_OF_STREAM = 2;

/** Yields the messages of a stream; a session that is over is renewed before the first one. */
export async function* stream(method, request, signal) {
  const { messages, first } = await withSession(async () => {
    const messages = open(method, request, signal);
    return { messages, first: await messages.next() };
  });
  if (first.done) return;
  yield first.value;
  yield* messages;
}

async function* open(method, request, signal) {
  const body = envelope(request);
  yield* messagesOf(await send(method, { type: STREAM_TYPE, body, signal }));
}

/** Yields the messages of a response, until the one that ends it. */
export async function* messagesOf(response) {
  if (!response.ok) throw await errorOf(response);
  for await (const { flags, text } of envelopes(response.body.getReader())) {
    const message = JSON.parse(text);
    if (!(flags & END_OF_STREAM)) {
      yield message;
    } else if (message.error) {
      throw new CallError(message.error);
    } else {
      return;
    }
  }
  throw unreachable();
}

/** Makes the body of a request that asks for a stream. */
export function envelope(message) {
  const content = new TextEncoder().encode(JSON.stringify(message));
  const bytes = new Uint8Array(HEADER_SIZE + content.length);
  new DataView(bytes.buffer).setUint32(1, content.length);
  bytes.set(content, HEADER_SIZE);
  return bytes;
}

async function* envelopes(reader) {
  const decoder = new TextDecoder();
  let bytes = new Uint8Array();
  try {
    while (true) {
      const size = envelopeSize(bytes);
      if (bytes.length >= size) {
        const text = decoder.decode(bytes.subarray(HEADER_SIZE, size));
        yield { flags: bytes[0], text };
        bytes = bytes.subarray(size);
      } else {
        const chunk = await nextChunk(reader);
        if (!chunk) return;
        bytes = joined(bytes, chunk);
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function envelopeSize(bytes) {
  if (bytes.length < HEADER_SIZE) return HEADER_SIZE;
  return HEADER_SIZE + new DataView(bytes.buffer, bytes.byteOffset).getUint32(1);
}

async function nextChunk(reader) {
  try {
    return (await reader.read()).value;
  } catch {
    throw unreachable();
  }
}

function joined(head, tail) {
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}
