// Quantities as people read them.

import { element } from './elements.js';

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const percents = new Intl.NumberFormat('en', { style: 'percent' });
const BYTES = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
const TIMES = [[1, 's'], [1e-3, 'ms'], [1e-6, 'µs']];

/** Writes a number; nothing where there is none. */
export function number(value) {
  return value === undefined ? undefined : numbers.format(value);
}

/** Writes a share of 1. */
export function percentText(ratio) {
  return percents.format(ratio);
}

/** Writes how many bytes there are; nothing where that is not known. */
export function bytesText(count) {
  if (count === undefined) return undefined;
  const power = Math.max(0, Math.floor(Math.log2(count || 1) / 10));
  return `${number(count / 1024 ** power)} ${BYTES[power]}`;
}

/** Writes a time. */
export function secondsText(seconds) {
  const [unit, name] = TIMES.find(([each]) => seconds >= each) ?? TIMES.at(-1);
  return `${number(seconds / unit)} ${name}`;
}

/** Makes a text with a bar below it, which is as long as a share of 1. */
export function gauge(text, share) {
  const made = element('span', { class: 'gauge' }, text);
  made.style.setProperty('--share', Math.min(share, 1));
  return made;
}
