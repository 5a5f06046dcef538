// Calls of operators: the Connect protocol with JSON, and the pages for monitoring beside it. The
// connection itself tells the server who calls, so nothing is sent that would.

import { errorOf, unreachable } from './calls.js';
import { address } from './place.js';
import { STREAM_TYPE, envelope, messagesOf } from './streams.js';

const SERVICE = address('notelet.admin.v1.Administration');
const LONGEST_CALL = 35_000;
// The server gives a sign of life each 20 seconds; this is several of them missed.
const LONGEST_SILENCE = 100_000;

/** Has the server answer or do something; a longer `patience` is for what takes its time. */
export async function call(method, request = {}, { patience = LONGEST_CALL } = {}) {
  const signal = AbortSignal.timeout(patience);
  const response = await post(method, 'application/json', JSON.stringify(request), signal);
  if (!response.ok) throw await errorOf(response);
  return response.json().catch(() => {
    throw unreachable();
  });
}

/** Yields what happens, as it happens and without who sent it, until the signal aborts. */
export async function* tail(signal) {
  const connection = new AbortController();
  const abort = () => connection.abort();
  signal.addEventListener('abort', abort);
  let silence = setTimeout(abort, LONGEST_SILENCE);
  try {
    const response = await post('Tail', STREAM_TYPE, envelope({}), connection.signal);
    for await (const event of messagesOf(response)) {
      clearTimeout(silence);
      silence = setTimeout(abort, LONGEST_SILENCE);
      yield event;
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', abort);
    abort();
  }
}

/** Returns what a page for monitoring says, and whether it says so with success. */
export async function monitoringPage(path) {
  try {
    const response = await fetch(address(path), { signal: AbortSignal.timeout(LONGEST_CALL) });
    return { isOk: response.ok, text: (await response.text()).trim() };
  } catch {
    throw unreachable();
  }
}

async function post(method, type, body, signal) {
  const headers = { 'Content-Type': type, 'Connect-Protocol-Version': '1' };
  const options = { method: 'POST', headers, body, signal, redirect: 'error' };
  try {
    return await fetch(`${SERVICE}/${method}`, options);
  } catch {
    throw unreachable();
  }
}
