// What can be done to an account or guest. What ends something asks first, and what cannot be taken
// back has the name typed.

import {
  announce, button, element, personText, pressing, revealed, timeElement,
} from './elements.js';
import { ask } from './forms.js';
import { call } from './operator-calls.js';
import { askForWord, facts } from './operator-elements.js';
import { hasPremium, nameOf, statusText } from './operator-users.js';

const DAY = 86_400_000;
const MOST_DAYS = '36500';
const CODE_LIFETIMES = { 3600: 'An hour', 86400: 'A day', 604800: 'A week' };

const isBanned = ({ status }) => status === 'ACCOUNT_STATUS_BANNED';
const isInactive = ({ status }) => status === 'ACCOUNT_STATUS_INACTIVE';

// `isFor` says to whom a deed can be done, `warning` what is said before it, if it asks at all, and
// `done` what is said of who it was done to.
const DEEDS = [
  {
    text: 'Ban', method: 'BanUser', isFor: (user) => !isBanned(user),
    warning: 'All sessions end, and nobody can sign in.', done: nowHasStatus,
  },
  { text: 'Unban', method: 'UnbanUser', isFor: isBanned, done: nowHasStatus },
  {
    text: 'Deactivate', method: 'DeactivateUser',
    isFor: (user) => !user.isGuest && !isInactive(user), done: nowHasStatus,
    warning: 'It is like a ban, without its reproach: all sessions end, and nobody can sign in. '
      + 'What the account has stays.',
  },
  { text: 'Activate', method: 'ActivateUser', isFor: isInactive, done: nowHasStatus },
  {
    text: 'End all sessions', method: 'RevokeSessions', isFor: () => true,
    warning: 'All sessions end. A guest cannot sign in again.', done: () => 'is signed out',
  },
  {
    text: 'Revoke premium', method: 'RevokePremium', isFor: hasPremium,
    done: () => 'has the free plan',
  },
];

/** Makes the buttons for what can be done to an account or guest; `reload` shows it anew. */
export function deedsFor(user, reload) {
  const codes = element('div', { class: 'stack' });
  const deeds = DEEDS.filter(({ isFor }) => isFor(user));
  return [
    element('div', { class: 'actions' },
      ...deeds.map((deed) => button(deed.text, pressing(() => run(deed, user, reload)))),
      user.isGuest ? null : button('Grant premium', () => grantPremium(user, reload)),
      user.isGuest ? null : button('Make a reset code', () => issueCode(user, codes)),
      button('Delete', () => remove(user))),
    codes,
  ];
}

async function run({ text, method, warning, done }, user, reload) {
  const name = revealed(nameOf(user));
  let changed;
  const send = async () => ({ user: changed } = await call(method, { id: user.id }));
  if (!warning) await send();
  else if (!await ask({ title: `${text}: ${name}`, text: warning, submit: text, send })) return;
  announce(`${name} ${done(changed)}.`);
  await reload();
}

function nowHasStatus(user) {
  return `is ${statusText(user)}`;
}

async function grantPremium({ id, username }, reload) {
  const isGranted = await ask({
    title: `Grant ${revealed(username)} premium`,
    text: 'The plan takes the place of the present one, so it may end sooner or later.',
    fields: [{
      name: 'days', label: 'How many days from now', type: 'number', min: '1', max: MOST_DAYS,
      value: '30',
    }],
    submit: 'Grant',
    send: ({ days }) => {
      const expiresAt = new Date(Date.now() + days * DAY).toISOString();
      return call('GrantPremium', { id, expiresAt });
    },
  });
  if (!isGranted) return;
  announce(`${revealed(username)} has a premium plan.`);
  await reload();
}

async function issueCode({ id, username }, codes) {
  let issued;
  const isIssued = await ask({
    title: `A reset code for ${revealed(username)}`,
    text: 'With it a new password can be set, once. Hand it to the person, of whom you have to be '
      + 'sure, and to nobody else. An earlier code is worth nothing from then on.',
    fields: [{
      name: 'lifetimeSeconds', label: 'It can be used for', options: CODE_LIFETIMES,
      value: '86400',
    }],
    submit: 'Make a code',
    send: async (values) => issued = await call('IssueResetCode', { id, ...values }),
  });
  if (isIssued) showCode(issued, username, codes);
}

function showCode({ code, expiresAt }, username, codes) {
  const heading = element('h3', { tabIndex: -1 }, 'Code for ', personText(username));
  const copy = pressing(async () => {
    await navigator.clipboard.writeText(code);
    announce('The code was copied.');
  });
  codes.replaceChildren(element('section', { class: 'card' }, heading,
    element('p', {}, 'It is shown this once: the server keeps a digest alone.'),
    facts([['Code', element('code', {}, code)], ['Until', timeElement(expiresAt)]]),
    button('Copy', copy)));
  heading.focus();
}

async function remove(user) {
  const name = revealed(nameOf(user));
  const isDeleted = await askForWord(name, {
    title: `Delete ${name}?`,
    text: 'All of it is deleted, which cannot be taken back. What others received stays.',
    submit: 'Delete',
    send: () => call('DeleteUser', { id: user.id }),
  });
  if (!isDeleted) return;
  announce(`${name} is deleted.`);
  location.hash = '#people';
}
