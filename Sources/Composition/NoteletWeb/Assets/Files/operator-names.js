// What things are called: ids as the command line shows them, and the names of the contract.

import { texts } from './texts.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Writes the bytes of an id, in base64, as a UUID; nothing for no id. */
export function idText(base64 = '') {
  const digits = [...atob(base64)].map((byte) => byte.charCodeAt().toString(16).padStart(2, '0'));
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Tells whom a text names: by a whole id, by an e-mail address, or by a username. */
export function reference(text) {
  if (UUID.test(text)) return { id: idBytes(text) };
  return text.includes('@') ? { email: text } : { username: text };
}

/** Says a name of an enum as people do: `ACCOUNT_STATUS_BANNED` is “banned”. */
export function plainName(value = 'UNSPECIFIED', kind = '') {
  return String(value).replace(kind && `${kind}_`, '').toLowerCase().replaceAll('_', ' ');
}

/** Says what is wrong with a note, as whoever reported it chose. */
export function reasonText(reason) {
  return texts.reasons[reason] ?? plainName(reason, 'REPORT_REASON');
}

function idBytes(uuid) {
  const digits = uuid.replaceAll('-', '').match(/../g);
  return btoa(String.fromCharCode(...digits.map((pair) => parseInt(pair, 16))));
}
