// The live feed. A browser opens few connections to one server, so of all tabs one leads: it holds
// the stream and passes its pages on. The tab that was looked at last leads, for a tab in the
// background may be put to sleep.

import { pause, read, refresh, sessionEvents } from './calls.js';
import { ownName } from './place.js';
import { stream } from './streams.js';

const LEAD_LOCK = ownName('notelet-watch');
const LONGEST_SILENCE = 120_000;
const SHORTEST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/** Keeps a copy up to date until the signal aborts; `onConnection` hears whether that works. */
export function keepWatching(copy, signal, onConnection) {
  const watch = new Watch(copy, onConnection);
  const isSeen = () => document.visibilityState === 'visible';
  const leadIfSeen = () => isSeen() && watch.lead();
  document.addEventListener('visibilitychange', leadIfSeen, { signal });
  // A connection of another network is dead, even if it does not know.
  addEventListener('online', leadIfSeen, { signal });
  signal.addEventListener('abort', () => watch.stop());
  if (isSeen()) watch.lead();
  else watch.wait();
}

class Watch {
  #copy;
  #onConnection;
  #channel = new BroadcastChannel(ownName('notelet-feed'));
  #turn = Promise.resolve();
  #attempt;
  #isLeading = false;

  constructor(copy, onConnection) {
    this.#copy = copy;
    this.#onConnection = onConnection;
    this.#channel.onmessage = ({ data }) => this.#queue(() => this.#hear(data));
  }

  // Takes the lead from whichever tab has it, from this one too, to connect anew.
  lead() {
    this.#compete({ steal: true });
  }

  // Leads as soon as no other tab does.
  wait() {
    this.#compete({});
    // The lead may have been lost before the first copy was complete.
    if (!this.#copy.isComplete) this.#queue(() => this.#catchUp());
  }

  stop() {
    this.#attempt?.abort();
    this.#attempt = undefined;
    this.#channel.close();
  }

  async #compete({ steal }) {
    this.#attempt?.abort();
    this.#isLeading = false;
    const attempt = this.#attempt = new AbortController();
    const { signal } = attempt;
    if (!navigator.locks) return this.#follow(signal);
    try {
      const options = steal ? { steal } : { signal };
      await navigator.locks.request(LEAD_LOCK, options, () => this.#follow(signal));
    } catch {
      if (this.#attempt === attempt) this.wait();
    }
  }

  async #follow(signal) {
    this.#isLeading = true;
    let wait = SHORTEST_WAIT;
    while (!signal.aborted) {
      try {
        await this.#connect(signal, () => wait = SHORTEST_WAIT);
      } catch (error) {
        if (signal.aborted) return;
        if (error.isSessionOver && !await this.#renewed()) return;
        if (error.reason === 'INVALID_CURSOR') this.#copy.startAnew();
      }
      this.#onConnection(false);
      await pause(wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }

  // A session ends under its stream as well: by its time, or since somebody ended it elsewhere.
  async #renewed() {
    const isRenewed = await refresh().catch(() => true);
    if (!isRenewed) sessionEvents.dispatchEvent(new Event('signed-out'));
    return isRenewed;
  }

  async #connect(signal, onPage) {
    const connection = new AbortController();
    const abort = () => connection.abort();
    signal.addEventListener('abort', abort);
    let silence = setTimeout(abort, LONGEST_SILENCE);
    try {
      const request = { cursor: this.#copy.cursor };
      for await (const page of stream('Sync/Watch', request, connection.signal)) {
        clearTimeout(silence);
        if (signal.aborted) return;
        silence = setTimeout(abort, LONGEST_SILENCE);
        this.#pass(page);
        onPage();
        this.#onConnection(true);
      }
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
      abort();
    }
  }

  #pass(page) {
    const after = this.#copy.cursor;
    // The other tabs need no first copy: each has its own, or makes it when it is looked at.
    if (this.#copy.isComplete) this.#channel.postMessage({ after, page });
    this.#copy.takePage(page);
  }

  // Takes in a page of the leader. If it does not go on where this copy ends, what is missing is
  // pulled first; the page is a part of that, and the leader's next page follows its cursor.
  async #hear({ after, page }) {
    if (this.#isLeading) return;
    this.#onConnection(true);
    if (after === this.#copy.cursor) this.#copy.takePage(page);
    else if (await this.#catchUp()) this.#copy.cursor = page.cursor;
  }

  // Pulls what is missing, unless this tab comes to lead meanwhile and has it from the stream.
  async #catchUp() {
    const attempt = this.#attempt;
    let isUpToDate = false;
    while (!isUpToDate) {
      const page = await read('Sync/Pull', { cursor: this.#copy.cursor, pageSize: 500 });
      if (this.#isLeading || this.#attempt !== attempt) return false;
      this.#copy.takePage(page);
      ({ isUpToDate } = page);
    }
    return true;
  }

  // What is heard is taken in one after another.
  #queue(work) {
    this.#turn = this.#turn.then(work).catch(() => {});
  }
}
