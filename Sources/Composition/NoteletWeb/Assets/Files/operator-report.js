// One report, and what can be done about it. Nothing but the button that says so tells who sent the
// note.

import {
  announce, button, element, personText, pressing, prose, screen, timeElement,
} from './elements.js';
import { ask, form } from './forms.js';
import { call } from './operator-calls.js';
import { askForWord, facts, loaded, panel, personLink } from './operator-elements.js';
import { idText, plainName, reasonText } from './operator-names.js';

const LONGEST_TEXT = 1000;

/** Makes the screen of a report. */
export function reportScreen({ words: [number] }) {
  // Who sent the note stays in sight when the report is shown anew.
  const sender = panel('Who sent it', ...revealing(number));
  return screen(`Report ${number}`, loaded(async (reload) => {
    const { report } = await call('GetReport', { number });
    return [
      note(report), factsOf(report),
      panel('What was done', resolving(report, reload)),
      panel('The note and its sender', ...noteActions(number)),
      sender,
    ];
  }));
}

function note({ content }) {
  return element('article', { class: 'note', 'aria-label': 'What the note said' },
    prose(content));
}

function factsOf(report) {
  const { resolution } = report;
  return facts([
    ['Reason', reasonText(report.reason)],
    ['Detail', report.detail && prose(report.detail)],
    ['Reported', timeElement(report.reportedAt)],
    ['Receiver', personLink(report.receiverId, idText(report.receiverId))],
    ['Note', idText(report.messageId)],
    ['Dealt with', resolution ? timeElement(resolution.resolvedAt) : 'not yet'],
    ['By', resolution && personText(resolution.operatorName)],
  ]);
}

function resolving({ number, resolution }, reload) {
  return form({
    fields: [{
      name: 'text', label: 'In a few words', type: 'prose', value: resolution?.text,
      limit: LONGEST_TEXT, isOptional: true,
      hint: 'It takes the place of what was said before; the audit log keeps both.',
    }],
    submit: resolution ? 'Say it anew' : 'Dealt with',
    send: async ({ text }) => {
      await call('ResolveReport', { number, text });
      announce(`Report ${number} is dealt with.`);
      await reload();
    },
  });
}

function noteActions(number) {
  const actions = [['Remove the note', removeNote], ['Ban the sender', banSender]];
  const unban = pressing(async () => {
    await call('UnbanSender', { reportNumber: number });
    announce(`Whoever sent the note of report ${number} may come in again.`);
  });
  return [
    element('p', {}, 'None of this tells who the sender is, or whether there still is one.'),
    element('div', { class: 'actions' },
      ...actions.map(([text, act]) => button(text, () => act(number))),
      button('Take the ban back', unban, { class: 'quiet' })),
  ];
}

async function removeNote(number) {
  const isRemoved = await ask({
    title: 'Remove this note?',
    text: 'It is as if its receiver had deleted it. What the sender sees stays, and so does this '
      + 'report with what the note said.',
    fields: [{
      name: 'reason', label: 'Why, for the audit log', type: 'prose', limit: LONGEST_TEXT,
    }],
    submit: 'Remove',
    send: ({ reason }) => call('RemoveNote', { note: { reportNumber: number }, reason }),
  });
  if (isRemoved) announce(`The note of report ${number} is removed.`);
}

async function banSender(number) {
  const isBanned = await ask({
    title: 'Ban whoever sent this note?',
    text: 'The sender cannot sign in any more, and all sessions end. You do not learn who it is: '
      + 'neither the account’s status nor its link changes, for that would tell. Where it was '
      + 'somebody without an account, notes of nobody without one arrive from the same network '
      + 'address for a day, at whomever, as long as the server runs.',
    submit: 'Ban',
    send: () => call('BanSender', { reportNumber: number }),
  });
  if (isBanned) announce(`Whoever sent the note of report ${number} is let in no more.`);
}

function revealing(number) {
  const place = element('div', { class: 'stack', tabIndex: -1 });
  const reveal = button('Reveal the sender', async () => {
    const isRevealed = await askForWord('reveal senders', {
      title: 'Reveal who sent this note?',
      text: `This shows who sent the note of report ${number}, and will be recorded in the audit `
        + 'log of the server under your name.',
      submit: 'Reveal',
      send: async () => {
        const { sender } = await call('RevealReportedSender', { number });
        place.replaceChildren(senderFacts(sender));
      },
    });
    if (!isRevealed) return;
    announce('The sender is shown, and that is recorded.');
    place.focus();
  });
  place.append(reveal);
  return [
    element('p', {}, 'Before anybody learns this, who asked is recorded in the audit log.'),
    place,
  ];
}

function senderFacts({ kind, id, username }) {
  return facts([
    ['Sender', plainName(kind, 'NOTE_SENDER_KIND')],
    ['Username', username && personText(username)],
    ['Id', id && personLink(id, idText(id))],
  ]);
}
