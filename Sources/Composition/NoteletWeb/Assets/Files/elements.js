// Elements of the page, and the safe ways to show in them what people wrote.

import { revealed } from './revealed.js';
import { language, texts } from './texts.js';

export { revealed };

const NEWS_TIME = 6000;
const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });

let newsEnd;

/** Makes an element; texts become attributes, and functions and truth values properties. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (typeof value === 'string') made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.filter((child) => child != null && child !== false));
  return made;
}

/** Makes a button that does something when it is pressed. */
export function button(text, onclick, properties = {}) {
  return element('button', { type: 'button', onclick, ...properties }, text);
}

/** Shows a name or another short text that people chose, apart from the text around it. */
export function personText(text) {
  return element('bdi', {}, revealed(text));
}

/** Shows what people wrote, with its lines and in its own direction. */
export function prose(text = '', properties = {}) {
  return element('p', { dir: 'auto', class: 'prose', ...properties }, revealed(text));
}

/** Shows a moment, or the day alone where the server tells no more. */
export function timeElement(timestamp, { isDay = false } = {}) {
  const text = (isDay ? days : moments).format(new Date(timestamp));
  return element('time', { datetime: isDay ? timestamp.slice(0, 10) : timestamp }, text);
}

/** Puts people's texts into a sentence that has the mark `{}` in their place. */
export function sentence(template, ...parts) {
  const [head, ...tails] = template.split('{}');
  return [head, ...tails.flatMap((tail, index) => [parts[index], tail])];
}

/** Makes a screen with its heading. */
export function screen(title, ...children) {
  return element('section', { class: 'screen' },
    element('h1', { tabIndex: -1 }, title), ...children);
}

/** Moves the focus to the heading of the screen that is shown. */
export function focusHeading() {
  document.querySelector('main > :not([hidden]) h1')?.focus();
}

/** Says something that just happened, in sight and to screen readers. */
export function announce(text) {
  const news = document.getElementById('news');
  news.textContent = text;
  clearTimeout(newsEnd);
  newsEnd = setTimeout(() => news.textContent = '', NEWS_TIME);
}

/** Shows that something is under way while it is. */
export async function busy(button, work) {
  button.setAttribute('aria-busy', 'true');
  try {
    return await work();
  } finally {
    button.removeAttribute('aria-busy');
  }
}

/** Runs the work of a button, once at a time, and says why it failed if it did. */
export function pressing(work) {
  return ({ currentTarget }) => {
    if (currentTarget.ariaBusy) return;
    busy(currentTarget, work).catch((error) => announce(error.message ?? texts.callFailed));
  };
}
