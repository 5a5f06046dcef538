// One account or guest: what it is, how much it has, and what can be done to it.

import { element, personText, screen, timeElement } from './elements.js';
import { call } from './operator-calls.js';
import { deedsFor } from './operator-deeds.js';
import { facts, loaded, panel } from './operator-elements.js';
import { idText, plainName, reference } from './operator-names.js';
import { nameOf, planText, statusText } from './operator-users.js';
import { texts } from './texts.js';

// From here on the server counts no further.
const MOST_COUNTED = 10_000;

/** Makes the screen of an account or guest. */
export function personScreen({ words: [who = ''] }) {
  return screen('Person',
    loaded(async (reload) => {
      const { user, holdings } = await call('GetUser', reference(who));
      return [
        identity(user),
        user.isGuest ? null : panel('What it has', holdingsOf(holdings)),
        panel('What can be done', ...deedsFor(user, reload)),
      ];
    }));
}

function identity(user) {
  const title = user.isGuest ? 'A guest, without an account' : personText(nameOf(user));
  return element('section', { class: 'card' },
    element('h2', {}, title),
    facts([
      ['E-mail', user.email && personText(user.email)],
      ['Id', idText(user.id)],
      ['Status', statusText(user)],
      ...user.isGuest ? [] : accountFacts(user),
    ]));
}

function accountFacts(user) {
  return [
    ['Plan', element('span', {}, ...planText(user))],
    ['Notes from', texts.policies[user.senderPolicy] ?? plainName(user.senderPolicy)],
    ['Link', user.hasLink ? 'on' : 'off'],
    ['Opened', timeElement(user.createdAt)],
  ];
}

// What somebody sent is not counted: whoever watched that number could tell who sent a note.
function holdingsOf({ sessions, contacts, receivedNotes, blocks } = {}) {
  const rows = [
    ['Sessions', sessions], ['Contacts', contacts], ['Received notes', receivedNotes],
    ['Blocked senders', blocks],
  ];
  return facts(rows.map(([name, count = 0]) => [name, countText(count)]));
}

function countText(count) {
  return `${count.toLocaleString('en')}${count < MOST_COUNTED ? '' : ' or more'}`;
}
