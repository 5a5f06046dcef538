// What shall not arrive: muted words and blocked senders.

import { intention, read, write } from './calls.js';
import {
  announce, button, element, personText, pressing, revealed, timeElement,
} from './elements.js';
import { form } from './forms.js';
import { LiveList } from './lists.js';
import { unblocking } from './notes.js';
import { texts } from './texts.js';

/** Makes the list of muted words, with a form for further ones. */
export function wordSection() {
  const list = new LiveList((word) => wordRow(word, show));
  // Muted words are in no feed, so the list is asked for.
  const show = async () => {
    const { words = [] } = await read('Profiles/ListMutedWords');
    list.show(words.map((word) => [word, word]), texts.mutedWordsEmpty);
  };
  const send = intention();
  const adding = form({
    fields: [{ name: 'word', label: texts.word, autocomplete: 'off' }],
    submit: texts.mute,
    send: async (values, made) => {
      await send('Profiles/MuteWord', values);
      made.reset();
      await show();
    },
  });
  show().catch((error) => announce(error.message));
  return [element('p', {}, texts.mutedWordsText), list.element, adding];
}

function wordRow(word, show) {
  const unmute = pressing(async () => {
    await write('Profiles/UnmuteWord', { word });
    await show();
  });
  const properties = { class: 'quiet', 'aria-label': texts.unmute(revealed(word)) };
  return element('div', { class: 'bar' }, personText(word),
    button(texts.delete, unmute, properties));
}

/** Makes the list of the notes by which senders are blocked. */
export function blockSection(copy) {
  const list = new LiveList((block) => blockRow(copy, block));
  const show = () => {
    const newest = [...copy.blocks].sort(([, a], [, b]) => time(b) - time(a));
    list.show(newest, copy.isComplete ? texts.blocksEmpty : texts.loading);
  };
  copy.addEventListener('change', show);
  show();
  return [list.element];
}

function time({ blockedAt }) {
  return Date.parse(blockedAt);
}

function blockRow(copy, { messageId, blockedAt }) {
  const note = copy.received.get(messageId);
  const label = note ? personText(note.content) : texts.blockedByDeleted;
  return element('div', { class: 'bar' },
    element('span', { class: 'excerpt' }, label), timeElement(blockedAt),
    unblocking(copy, messageId));
}
