// What happened on each of the last days, and in all, as a table with bars.

import { button, element, pressing } from './elements.js';
import { call } from './operator-calls.js';
import { loaded, panel } from './operator-elements.js';

const DAY = 86_400_000;
const DAY_COUNT = 14;
// The server reads every note, which takes about a second for a million.
const PATIENCE = 300_000;

const REMARK = 'Days are those of UTC. A note counts whether it arrived or not; filtered ones did '
  + 'not, for a word in them. Totals are of all that is stored.';

const COLUMNS = [
  ['notes', ({ notesByLink, notesByContact }) => number(notesByLink) + number(notesByContact)],
  ['by link', ({ notesByLink }) => number(notesByLink)],
  ['by contact', ({ notesByContact }) => number(notesByContact)],
  ['filtered', ({ filteredNotes }) => number(filteredNotes)],
  ['answers', ({ answers }) => number(answers)],
  ['blocks', ({ blocks }) => number(blocks)],
  ['reports', ({ reports }) => number(reports)],
  ['accounts', ({ accounts }) => number(accounts)],
];

const dates = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Makes the part with what happened. */
export function statisticsPanel() {
  return panel(`The last ${DAY_COUNT} days`, loaded(async (reload) => {
    const firstDay = Math.floor(Date.now() / DAY) - DAY_COUNT + 1;
    const request = { firstDay, dayCount: DAY_COUNT };
    return [
      element('p', { class: 'remark' }, REMARK),
      table(await call('GetStatistics', request, { patience: PATIENCE })),
      button('Count again', pressing(reload), { class: 'quiet' }),
    ];
  }));
}

function table({ firstDay, days = [], total = {} }) {
  const rows = days.map((tally) => COLUMNS.map(([, count]) => count(tally)));
  const most = COLUMNS.map((_, column) => Math.max(1, ...rows.map((row) => row[column])));
  const body = rows.map((counts, index) => element('tr', {},
    element('th', { scope: 'row' }, dayElement(firstDay + index)),
    ...counts.map((count, column) => cell(count, count / most[column]))));
  return element('div', { class: 'wide', tabIndex: 0, role: 'region', 'aria-label': 'By day' },
    element('table', {},
      element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'Day'),
        ...COLUMNS.map(([name]) => element('th', { scope: 'col' }, name)))),
      element('tbody', {}, ...body.reverse()),
      element('tfoot', {}, element('tr', {}, element('th', { scope: 'row' }, 'All days'),
        ...COLUMNS.map(([, count]) => cell(count(total), 0))))));
}

// A number with a bar below it, as long as the share of the column's greatest.
function cell(count, share) {
  const made = element('td', {}, count.toLocaleString('en'));
  made.style.setProperty('--share', share);
  return made;
}

function dayElement(day) {
  const date = new Date(day * DAY);
  return element('time', { datetime: date.toISOString().slice(0, 10) }, dates.format(date));
}

// Counts come as texts, since they may be greater than numbers of JSON should be.
function number(count = 0) {
  return Number(count);
}
