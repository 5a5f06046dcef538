// Whether the server is well: looked at again and again while somebody sees it.

import { element, timeElement } from './elements.js';
import { monitoringPage } from './operator-calls.js';
import { facts, panel, sayState } from './operator-elements.js';
import { Measurements } from './operator-metrics.js';
import { plainName } from './operator-names.js';
import { bytesText, gauge, number, percentText, secondsText } from './operator-quantities.js';

const INTERVAL = 10_000;
const MOST_REASONS = 5;

// What is said while a measurement is above 0.
const WARNINGS = {
  notelet_store_stopped: 'Changes are refused: the disk failed, or the store is being closed.',
  notelet_store_reserve_used_up: 'The reserve is used up: any change may be refused. Make room on '
    + 'the disk, or start with a larger --map-size.',
  notelet_store_full: 'The store is full: what adds to it is refused, the rest goes on. Make room '
    + 'on the disk, delete, or start with a larger --map-size.',
  notelet_store_checkpoint_obstructed: 'Nothing can be moved from the log into the database, for '
    + 'lack of room or since the archive cannot be written.',
  notelet_store_cleaning_overdue: 'The database may hold what was deleted longer ago than '
    + '--erasure-time. Look for a reader that does not end, make room, or look for damage.',
  notelet_store_erasure_files_behind: 'Files named erasures lack marks of who was deleted. Make '
    + 'room, or let the server write there.',
  notelet_store_archive_left_files: 'Files of the archive could not be looked at or rewritten, '
    + 'and may hold what was erased. Make a backup, then prune.',
  notelet_store_scrub_damaged_pages: 'Pages of the database are damaged.',
  notelet_store_records_left_out_total: 'Damaged records were left out of lists. Have “store '
    + 'verify” list them.',
  notelet_log_lines_lost_total: 'Lines of the log were lost: nobody took them fast enough.',
};

// What is told of the store, and of the server: a name, and how the value is found.
const STORE = [
  ['Database', storeSize],
  ['Free on the disk', (now) => bytesText(now.value('notelet_store_room_bytes', { kind: 'disk' }))],
  ['Free in the map', (now) => bytesText(now.value('notelet_store_room_bytes', { kind: 'map' }))],
  ['Log', (now) => filling(now.value('notelet_store_log_fill_ratio'))],
  ['To be moved', (now) => filling(now.value('notelet_store_checkpoint_remaining_ratio'))],
  ['Changes that wait', (now) => number(now.value('notelet_store_write_queue_length'))],
  ['Commits', (now) => perSecond(now.rate('notelet_store_flush_seconds_count'))],
  ['Commit and flush', (now) => nearlyAll(now, 'notelet_store_flush_seconds')],
  ['Database write', (now) => nearlyAll(now, 'notelet_store_checkpoint_transaction_seconds')],
  ['Archive', (now) => cleaned(now.value('notelet_store_archive_cleaned_time_seconds'))],
];

const SERVER = [
  ['Connections', connections],
  ['Streams', (now) => number(now.value('notelet_streams'))],
  ['Requests', (now) => perSecond(now.rate('notelet_requests_total'))],
  ['Refusals', (now) => perSecond(now.rate('notelet_refusals_total'))],
  ['Refused most', refusals],
  ['Memory', (now) => bytesText(now.value('process_resident_memory_bytes'))],
  ['Version', (now) => now.samples('notelet_build_info')[0]?.labels.version],
  ['Running since', (now) => moment(now.value('process_start_time_seconds'))],
];

/** Makes the parts that tell whether the server is well, until the signal aborts. */
export function healthPanels(signal) {
  const state = element('p', { role: 'status', class: 'state' });
  const [warnings, store, server] = [1, 2, 3].map(() => element('div', { class: 'stack' }));
  const showState = (text, isWell) => {
    sayState(state, text);
    state.classList.toggle('error', !isWell);
  };
  let now;
  whileSeen(signal, async () => {
    try {
      const { text, isOk } = await monitoringPage('readyz');
      showState(text, isOk);
      now = new Measurements((await monitoringPage('metrics')).text, now);
      warnings.replaceChildren(...warningsOf(now));
      store.replaceChildren(factsOf(STORE, now));
      server.replaceChildren(factsOf(SERVER, now));
    } catch (error) {
      showState(error.message, false);
    }
  });
  return [state, warnings, panel('Store', store), panel('Server', server)];
}

// Does something now and at intervals, if the page is seen then, and whenever it comes to be.
function whileSeen(signal, work) {
  const workIfSeen = () => document.visibilityState === 'visible' && work();
  const timer = setInterval(workIfSeen, INTERVAL);
  document.addEventListener('visibilitychange', workIfSeen, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
  workIfSeen();
}

function warningsOf(now) {
  const isWarned = ([name]) => now.value(name) > 0;
  return Object.entries(WARNINGS).filter(isWarned)
    .map(([, text]) => element('p', { class: 'error' }, text));
}

function factsOf(rows, now) {
  return facts(rows.map(([name, valueOf]) => [name, valueOf(now)]));
}

function storeSize(now) {
  const [pages, most, size] = ['pages', 'pages_max', 'page_size_bytes']
    .map((name) => now.value(`notelet_store_${name}`));
  if (pages === undefined) return undefined;
  return gauge(`${bytesText(pages * size)} of ${bytesText(most * size)}`, pages / most);
}

function filling(ratio) {
  return ratio === undefined ? undefined : gauge(percentText(ratio), ratio);
}

function cleaned(seconds) {
  if (!seconds) return undefined;
  return element('span', {}, 'clean of what was erased before ', moment(seconds));
}

function connections(now) {
  const inState = (state) => now.value('notelet_connections', { state });
  return [
    ['signed in', inState('authenticated')], ['strangers', inState('stranger')],
    ['shaking hands', inState('handshake')], ['by HTTP', now.value('notelet_web_connections')],
  ].filter(([, count]) => count).map(([name, count]) => `${number(count)} ${name}`).join(', ');
}

function refusals(now) {
  return now.samples('notelet_refusals_total').filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value).slice(0, MOST_REASONS)
    .map(({ labels, value }) => `${plainName(labels.reason)} ${number(value)}`).join(', ');
}

function perSecond(rate) {
  return rate === undefined ? undefined : `${number(rate)} a second`;
}

function nearlyAll(now, name) {
  const seconds = now.quantile(name, 0.99);
  return seconds === undefined ? undefined : `99 of 100 within ${secondsText(seconds)}`;
}

function moment(seconds) {
  return seconds === undefined ? undefined : timeElement(new Date(seconds * 1000).toISOString());
}
