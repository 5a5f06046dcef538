// What receivers get and do, as it happens, without what is said and without who sent it.

import { pause } from './calls.js';
import { button, element, personText, screen, sentence, timeElement } from './elements.js';
import { tail } from './operator-calls.js';
import { isOff, offText, personLink, sayState } from './operator-elements.js';
import { reasonText } from './operator-names.js';

const MOST_ROWS = 200;
const SHORTEST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

let made;

/** Makes the screen of what happens; it is kept, and goes on while others are shown. */
export function liveScreen() {
  return made ??= makeScreen();
}

function makeScreen() {
  const list = element('ul', { role: 'list', class: 'list rows' });
  const state = element('p', { role: 'status' });
  const say = (text) => sayState(state, text);
  let watching;
  const start = () => {
    watching = new AbortController();
    toggle.textContent = 'Stop';
    watch(watching.signal, (event) => showEvent(list, event), say)
      .catch((error) => stop(offText(error)));
  };
  const stop = (text) => {
    watching.abort();
    watching = undefined;
    toggle.textContent = 'Start';
    say(text);
  };
  const toggle = button('', () => watching ? stop('Stopped.') : start());
  start();
  return screen('Live',
    element('p', {}, `What receivers get and do, the last ${MOST_ROWS} events, newest first. `
      + 'What senders do is not shown: beside the notes of others it would tell who wrote them.'),
    element('div', { class: 'bar' }, state, toggle),
    element('div', { role: 'log', 'aria-label': 'Events' }, list));
}

// Watches until the signal aborts, and comes back after each break; fails where there is no tail.
async function watch(signal, show, say) {
  let wait = SHORTEST_WAIT;
  say('Connecting…');
  while (!signal.aborted) {
    try {
      for await (const event of tail(signal)) {
        wait = SHORTEST_WAIT;
        say('Watching.');
        show(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isOff(error)) throw error;
      say(`${error.message} Trying again…`);
    }
    await pause(wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

function showEvent(list, event) {
  const what = description(event);
  if (!what) return;
  list.prepend(element('li', { class: 'row' },
    timeElement(event.at ?? new Date().toISOString()), element('span', {}, ...what)));
  if (list.children.length > MOST_ROWS) list.lastChild.remove();
}

// The kinds of events and what is said of them; of signs of life nothing is.
const descriptions = {
  STARTED: () => ['From here on everything is shown.'],
  RECEIVED: (event) => sentence(`{} received a note of ${lengthOf(event)}, {}`,
    who(event), event.isAnonymous ? 'anonymous' : sender(event)),
  ANSWERED: (event) => sentence(`{} answered with ${lengthOf(event)}`, who(event)),
  BLOCKED: (event) => sentence('{} blocked a sender', who(event)),
  REPORTED: (event) => sentence(`{} reported a note: ${reasonText(event.reason)}, {}`,
    who(event), reportLink(event)),
  MISSED: ({ missedCount }) => [`${missedCount} events were missed: they came too fast.`],
  ALIVE: () => undefined,
};

function description(event) {
  const kind = String(event.kind).replace('TAIL_EVENT_KIND_', '');
  return Object.hasOwn(descriptions, kind) ? descriptions[kind](event) : [`Event ${kind}`];
}

function who({ userId, username }) {
  return personLink(userId, personText(username));
}

function sender({ senderName }) {
  return element('span', {}, 'from ', personText(senderName));
}

function reportLink({ reportNumber }) {
  return element('a', { href: `#report/${reportNumber}` }, `report ${reportNumber}`);
}

function lengthOf({ characterCount: count = 0 }) {
  return count === 1 ? '1 character' : `${count} characters`;
}
