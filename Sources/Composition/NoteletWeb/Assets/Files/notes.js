// Notes as articles, and what can be done with one.

import { intention, write, writePadded } from './calls.js';
import {
  announce, button, element, personText, pressing, prose, revealed, sentence, timeElement,
} from './elements.js';
import { ask, form } from './forms.js';
import { texts } from './texts.js';

// What the server calls somebody whose account is gone; no username has spaces.
const GONE = '알 수 없음';

/** How many characters a note or an answer may have. */
export const LONGEST_NOTE = 2000;

/** Makes the article of a note that was received. */
export function receivedNote(copy, note) {
  const name = nameOf(note.isAnonymous ? texts.anonymous : note.senderName);
  return article(texts.noteFrom(name),
    element('header', {}, element('strong', {}, personText(name)),
      contactLabel(copy, note.contactId), arrival(note)),
    prose(note.content),
    note.answer && answerOf(note, texts.yourAnswer),
    note.isBlocked && element('p', { class: 'remark' }, texts.blocked),
    actionsOf(copy, note));
}

/** Makes the article of a note that was sent. */
export function sentNote(copy, note) {
  const contact = copy.contacts.get(note.contactId);
  const name = nameOf(contact?.name ?? note.receiverName ?? GONE);
  const manner = note.isAnonymous ? texts.sentAnonymously : texts.sentByName;
  return article(texts.noteTo(name),
    element('header', {}, element('strong', {}, ...sentence(texts.to, personText(name))),
      element('span', { class: 'remark' }, manner), timeElement(note.sentAt)),
    prose(note.content),
    note.answer ? answerOf(note, texts.theirAnswer)
      : element('p', { class: 'remark' }, texts.noAnswer),
    element('div', { class: 'actions' }, deletion(copy, note)));
}

function article(label, ...children) {
  return element('article', { class: 'note', tabIndex: -1, 'aria-label': label }, ...children);
}

function nameOf(name) {
  return name === GONE ? texts.unknownPerson : revealed(name);
}

function contactLabel({ contacts }, contactId) {
  const contact = contacts.get(contactId);
  if (!contact) return undefined;
  return element('span', { class: 'remark' },
    ...sentence(texts.contactIs, personText(contact.name)));
}

// Coarse times are the midnight of a day, in UTC, and only anonymous notes have them.
function arrival({ receivedAt, isAnonymous }) {
  return timeElement(receivedAt, { isDay: isAnonymous && /T00:00:00(\.0+)?Z$/.test(receivedAt) });
}

function answerOf({ answer }, label) {
  return element('div', { class: 'answer' },
    element('header', {}, element('strong', {}, label), timeElement(answer.answeredAt)),
    prose(answer.content));
}

function actionsOf(copy, note) {
  const actions = element('div', { class: 'actions' });
  const more = element('details', {}, element('summary', {}, texts.more),
    element('div', { class: 'buttons' },
      note.isBlocked ? unblocking(copy, note.id) : blocking(copy, note),
      reporting(note), deletion(copy, note)));
  if (!note.answer) actions.append(button(texts.answer, () => showAnswering(copy, note, actions)));
  actions.append(more);
  return actions;
}

function showAnswering(copy, note, actions) {
  const send = intention(writePadded);
  const back = () => {
    answering.replaceWith(actions);
    actions.querySelector('button').focus();
  };
  const answering = form({
    fields: [{
      name: 'content', label: texts.yourAnswer, type: 'prose', hint: texts.answerHint,
      limit: LONGEST_NOTE,
    }],
    submit: texts.send,
    cancel: button(texts.cancel, back, { class: 'quiet' }),
    send: async ({ content }) => {
      const request = { messageId: note.id, content };
      const { message } = await send('Messages/AnswerMessage', request);
      copy.take([{ received: message }]);
      announce(texts.answerSent);
    },
  });
  actions.replaceWith(answering);
  answering.elements.content.focus();
  answering.scrollIntoView({ block: 'nearest' });
}

function blocking(copy, { id, isAnonymous }) {
  const send = intention();
  const confirm = () => ask({
    title: texts.blockNote,
    text: isAnonymous ? texts.blockAnonymousText : texts.blockNamedText,
    submit: texts.block,
    send: () => send('Messages/BlockSender', { messageId: id }),
  });
  return button(texts.block, async () => {
    if (!await confirm()) return;
    copy.take([{ block: { messageId: id, blockedAt: new Date().toISOString() } }]);
    announce(texts.blocked);
  }, { class: 'quiet' });
}

/** Makes the button that takes back the block by a note. */
export function unblocking(copy, messageId) {
  return button(texts.unblock, pressing(async () => {
    await write('Messages/UnblockSender', { messageId });
    copy.take([{ unblockedMessageId: messageId }]);
    announce(texts.unblocked);
  }), { class: 'quiet' });
}

function reporting({ id }) {
  const send = intention();
  return button(texts.report, async () => {
    const isReported = await ask({
      title: texts.reportNote,
      text: texts.reportText,
      fields: [
        { name: 'reason', label: texts.reason, options: texts.reasons },
        { name: 'detail', label: texts.detail, type: 'prose', isOptional: true, limit: 1000 },
      ],
      submit: texts.report,
      send: (values) => send('Messages/ReportMessage', { messageId: id, ...values }),
    });
    if (isReported) announce(texts.reported);
  }, { class: 'quiet' });
}

function deletion(copy, { id }) {
  const send = intention();
  const confirm = () => ask({
    title: texts.deleteNote,
    text: texts.deleteNoteText,
    submit: texts.delete,
    send: () => send('Messages/DeleteMessage', { messageId: id }),
  });
  return button(texts.delete, async () => {
    if (!await confirm()) return;
    copy.take([{ deletedMessageId: id }]);
    announce(texts.noteDeleted);
  }, { class: 'quiet' });
}
