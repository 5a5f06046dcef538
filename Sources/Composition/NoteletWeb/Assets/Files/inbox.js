// What was received and what was sent, newest first and live.

import { intention } from './calls.js';
import { announce, button, element, screen } from './elements.js';
import { ask } from './forms.js';
import { LiveList, newestFirst } from './lists.js';
import { receivedNote, sentNote } from './notes.js';
import { texts } from './texts.js';

/** Makes the screen of received notes. */
export function inboxScreen({ copy }) {
  const list = new LiveList((note) => receivedNote(copy, note));
  const waiting = element('p', { class: 'remark' });
  const show = () => {
    const count = [...copy.received.values()].filter(({ answer }) => !answer).length;
    waiting.textContent = count ? texts.waiting(count) : '';
    list.show(newestFirst(copy.received, ({ receivedAt }) => Date.parse(receivedAt)),
      copy.isComplete ? texts.inboxEmpty : texts.loading);
  };
  copy.addEventListener('change', show);
  show();
  return screen(texts.inbox, waiting, list.element);
}

/** Makes the screen of sent notes, with the answers that they got. */
export function sentScreen({ copy, onSessionEnd }) {
  const list = new LiveList((note) => sentNote(copy, note));
  const show = () => list.show(newestFirst(copy.sent, ({ sentAt }) => Date.parse(sentAt)),
    copy.isComplete ? texts.sentEmpty : texts.loading);
  copy.addEventListener('change', show);
  show();
  return screen(texts.sent, copy.guest && guestHint(onSessionEnd), list.element);
}

/** Says what came in while the reader was here. */
export function announceNews({ detail: { changes, isNews } }, copy) {
  if (!isNews) return;
  if (changes.some(({ received }) => received)) announce(texts.newNote);
  else if (changes.some(({ answered }) => copy.sent.has(answered?.messageId))) {
    announce(texts.newAnswer);
  }
}

function guestHint(onSessionEnd) {
  const send = intention();
  const forget = async () => {
    const isGone = await ask({
      title: texts.forgetGuest,
      text: texts.forgetGuestText,
      submit: texts.forgetGuest,
      send: () => send('Accounts/DeleteAccount'),
    });
    if (isGone) onSessionEnd();
  };
  return element('div', { class: 'panel' }, element('p', {}, texts.guestHint),
    button(texts.forgetGuest, forget, { class: 'quiet' }));
}
