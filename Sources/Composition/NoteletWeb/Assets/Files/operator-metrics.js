// Measurements of a server, as its page for Prometheus has them.

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;
const START = 'process_start_time_seconds';

/** What was measured at one moment, and how it changed since another. */
export class Measurements {
  #samples = new Map();
  #earlier;
  #takenAt = performance.now();

  /** Reads the text of the page; `earlier` are the measurements before, if there are any. */
  constructor(text, earlier) {
    for (const line of text.split('\n')) this.#add(LINE.exec(line));
    // What was counted is counted anew by a server that was started anew.
    if (earlier?.value(START) === this.value(START)) this.#earlier = earlier;
  }

  /** The samples of a measurement, `{labels, value}` each. */
  samples(name) {
    return this.#samples.get(name) ?? [];
  }

  /** The sum of the samples whose labels include some; nothing where there are none. */
  value(name, wanted = {}) {
    const matches = ({ labels }) =>
      Object.entries(wanted).every(([label, text]) => labels[label] === text);
    const found = this.samples(name).filter(matches);
    return found.length ? found.reduce((sum, { value }) => sum + value, 0) : undefined;
  }

  /** How much something grew per second since the measurements before. */
  rate(name) {
    const growth = this.#growth(name);
    return growth === undefined ? undefined : growth / this.#seconds;
  }

  /** Below which bound so large a share of what a histogram counted since then is. */
  quantile(name, share) {
    if (!this.#growth(`${name}_count`)) return undefined;
    const wanted = share * this.#growth(`${name}_count`);
    const reaches = ({ labels: { le } }) => this.#growth(`${name}_bucket`, { le }) >= wanted;
    const bound = this.samples(`${name}_bucket`).find(reaches)?.labels.le;
    return Number(bound?.replace('+Inf', 'Infinity'));
  }

  #add(parts) {
    if (!parts) return;
    const [, name, labels = '', value] = parts;
    if (!this.#samples.has(name)) this.#samples.set(name, []);
    this.#samples.get(name).push({ labels: labelsOf(labels), value: Number(value) });
  }

  #growth(name, labels) {
    const now = this.value(name, labels);
    if (now === undefined || !this.#earlier) return undefined;
    return now - (this.#earlier.value(name, labels) ?? 0);
  }

  get #seconds() {
    return (this.#takenAt - this.#earlier.#takenAt) / 1000;
  }
}

function labelsOf(text) {
  return Object.fromEntries([...text.matchAll(LABEL)].map(([, name, value]) => [name, value]));
}
