// Calls to the server: the Connect protocol with JSON, one request and one response each.

import { address, ownName } from './place.js';
import { language, texts } from './texts.js';

const REFRESH_LOCK = ownName('notelet-refresh');
const LONGEST_CALL = 35_000;
const RETRY_WAITS = [1000, 2000];
const RETRIED_CODES = new Set(['unreachable', 'unavailable', 'deadline_exceeded']);
const PADDED_SIZES = [256, 1024, 4096, 16_384];

const encoder = new TextEncoder();
let refreshing;

/** Tells with the event `signed-out` that the session is over and cannot be renewed. */
export const sessionEvents = new EventTarget();

/** Says why a call failed, in a sentence to show. */
export class CallError extends Error {
  constructor({ code = 'unknown', message, details = [] } = {}) {
    const refusal = details.find(({ type }) => type === 'notelet.v1.Refusal')?.debug;
    super(refusal?.texts?.[language] ?? (message || texts.callFailed));
    this.code = code;
    this.reason = (refusal?.reason ?? '').replace('REFUSAL_REASON_', '');
    this.fields = refusal?.fields ?? {};
  }

  // A wrong password is `unauthenticated` as well, but no refresh would help it.
  get isSessionOver() {
    return this.code === 'unauthenticated' && ['', 'NOT_AUTHENTICATED'].includes(this.reason);
  }

  get isWorthRepeating() {
    return RETRIED_CODES.has(this.code) || this.reason === 'BUSY';
  }
}

/** Asks for something, and changes nothing. */
export function read(method, request = {}) {
  return withSession(() => repeating(() => post(method, JSON.stringify(request))));
}

/** Asks for something that nobody has to be signed in for. */
export function readAsAnyone(method) {
  return repeating(() => post(method, '{}'));
}

/** Changes something; the same key makes a repetition of the same change harmless. */
export function write(method, request = {}, key = crypto.randomUUID()) {
  const body = JSON.stringify(request);
  return withSession(() => repeating(() => post(method, body, key)));
}

/** As `write`, with the length of what is said hidden from who watches the network. */
export function writePadded(method, request, key = crypto.randomUUID()) {
  const body = pad(JSON.stringify(request));
  return withSession(() => repeating(() => post(method, body, key)));
}

/** Returns a `send` that keeps its key for as long as the same change is tried in vain. */
export function intention(send = write) {
  let key, change;
  return async (method, request = {}) => {
    const wanted = method + JSON.stringify(request);
    if (wanted !== change) [key, change] = [crypto.randomUUID(), wanted];
    const response = await send(method, request, key);
    change = undefined;
    return response;
  };
}

/** Renews the session, and says whether there is one; one tab does it, the others wait. */
export async function refresh() {
  if (!navigator.locks) return refreshing ??= renew().finally(() => refreshing = undefined);
  return navigator.locks.request(REFRESH_LOCK, { ifAvailable: true }, (lock) =>
    lock ? renew() : navigator.locks.request(REFRESH_LOCK, () => true));
}

/** Sends one request and returns the response, whatever its status. */
export async function send(method, { type, body, key, signal }) {
  const headers = {
    'Content-Type': type,
    'Connect-Protocol-Version': '1',
    'Notelet-Session': 'cookie',
  };
  if (key) headers['Idempotency-Key'] = key;
  const options = { method: 'POST', headers, body, signal, redirect: 'error' };
  try {
    return await fetch(address(`notelet.v1.${method}`), options);
  } catch {
    throw unreachable();
  }
}

/** Makes the error that the body of a failed response tells of. */
export async function errorOf(response) {
  // What stands before the server may answer with something that is not of the protocol.
  const code = response.status >= 502 ? 'unavailable' : 'unknown';
  return new CallError(await response.json().catch(() => ({ code })));
}

/** Makes the error of a connection that failed. */
export function unreachable() {
  return new CallError({ code: 'unreachable', message: texts.unreachable });
}

/** Waits so many milliseconds, varied by a random half. */
export function pause(milliseconds) {
  const varied = milliseconds * (0.75 + Math.random() / 2);
  return new Promise((resolve) => setTimeout(resolve, varied));
}

/** Does what needs a session, and renews the session once if it is over. */
export async function withSession(attempt) {
  try {
    return await attempt();
  } catch (error) {
    if (!error.isSessionOver) throw error;
    if (await refresh()) return attempt();
    sessionEvents.dispatchEvent(new Event('signed-out'));
    throw error;
  }
}

async function post(method, body, key) {
  const signal = AbortSignal.timeout(LONGEST_CALL);
  const response = await send(method, { type: 'application/json', body, key, signal });
  if (!response.ok) throw await errorOf(response);
  return response.json().catch(() => {
    throw unreachable();
  });
}

async function repeating(attempt) {
  for (const wait of RETRY_WAITS) {
    try {
      return await attempt();
    } catch (error) {
      if (!error.isWorthRepeating) throw error;
      await pause(wait);
    }
  }
  return attempt();
}

async function renew() {
  try {
    await post('Accounts/Refresh', '{}', crypto.randomUUID());
    return true;
  } catch (error) {
    if (error.isSessionOver) return false;
    throw error;
  }
}

// White space after JSON means nothing, and reaches each size exactly.
function pad(body) {
  const { length } = encoder.encode(body);
  const size = PADDED_SIZES.find((each) => each >= length) ?? Math.ceil(length / 16_384) * 16_384;
  return body + ' '.repeat(size - length);
}
