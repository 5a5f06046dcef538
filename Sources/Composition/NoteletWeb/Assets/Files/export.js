// The export: everything that the server keeps of the reader, as a file.

import { element } from './elements.js';
import { stream } from './streams.js';

// The parts of the stream by the names of their lists in the file; the account is no list.
const LISTS = {
  contact: 'contacts',
  received: 'received',
  sent: 'sent',
  blockedMessageId: 'blockedMessageIds',
  session: 'sessions',
  mutedWord: 'mutedWords',
  record: 'records',
};

/** Downloads the export as a JSON file. */
export async function exportData(password) {
  const data = { user: undefined };
  for (const list of Object.values(LISTS)) data[list] = [];
  for await (const { padding, ...part } of stream('Accounts/ExportData', { password })) {
    for (const [kind, value] of Object.entries(part)) {
      if (kind in LISTS) data[LISTS[kind]].push(value);
      else data[kind] = value;
    }
  }
  save(JSON.stringify(data, null, 2), `notelet-${new Date().toISOString().slice(0, 10)}.json`);
}

function save(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  element('a', { href: url, download: name }).click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
