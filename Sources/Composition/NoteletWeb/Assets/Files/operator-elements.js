// What screens of operators are made of.

import { button, element, focusHeading, pressing } from './elements.js';
import { ask } from './forms.js';
import { idText } from './operator-names.js';
import { texts } from './texts.js';

/** Makes a part of a screen with its own heading. */
export function panel(title, ...children) {
  return element('section', { class: 'panel' }, element('h2', {}, title), ...children);
}

/** Makes a list of facts, `[name, value]` each, without those that have no value. */
export function facts(rows) {
  const known = rows.filter(([, value]) => value != null && value !== '');
  return element('dl', {}, ...known.flatMap(([name, value]) =>
    [element('dt', {}, name), element('dd', {}, value)]));
}

/** Makes links, `[text, address]` each, of which one leads to where the reader is. */
export function choices(label, links) {
  const items = links.map(([text, href]) => {
    const isHere = href === location.hash ? 'true' : undefined;
    return element('li', {}, element('a', { href, 'aria-current': isHere }, text));
  });
  return element('ul', { role: 'list', class: 'choices', 'aria-label': label }, ...items);
}

/** Makes a link to an account or guest. */
export function personLink(id, ...children) {
  return element('a', { href: `#person/${idText(id)}` }, ...children);
}

/**
 * Shows the elements that `make` comes to, or why it comes to none. `make` is handed a function
 * that has it called again; what it made before stays in sight until then.
 */
export function loaded(make) {
  const box = element('div', { class: 'stack' }, element('p', { class: 'empty' }, texts.loading));
  const show = async () => {
    replaceIn(box, await make(show).catch((error) => [failure(error, show)]));
  };
  show();
  return box;
}

/** Says how something is; screen readers say it again only if it is another text. */
export function sayState(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** Whether an error says that the server does not offer something, which no waiting changes. */
export function isOff({ reason, code }) {
  return reason === 'FEATURE_OFF' || code === 'unimplemented';
}

/** Says that the server does not offer something. */
export function offText({ fields }) {
  const feature = fields.feature ? `The feature “${fields.feature}”` : 'This part';
  return `${feature} is switched off on this server.`;
}

/**
 * Makes a list that is fetched page by page: `load` is given where a page begins, and answers with
 * its `items` and where the `next` one does; `row` makes a row of an item.
 */
export function pagedList({ load, row, empty, more }) {
  return loaded(async () => {
    const list = element('ul', { role: 'list', class: 'list rows' });
    let place;
    const add = async () => {
      const { items, next } = await nextItems(load, place);
      place = next;
      list.append(...items.map((item) => element('li', {}, row(item))));
      further.hidden = !next;
    };
    const further = moreButton(more, list, add);
    await add();
    return [list, list.hasChildNodes() ? null : element('p', { class: 'empty' }, empty), further];
  });
}

/** Asks for a word to be typed before something is done that should not be done by chance. */
export function askForWord(word, { send, ...question }) {
  return ask({
    ...question,
    fields: [{
      name: 'word', label: `Type “${word}” to go on`, autocomplete: 'off',
      autocapitalize: 'none', spellcheck: false,
    }],
    send: async ({ word: typed }) => {
      if (typed.trim().normalize() !== word.normalize()) throw new MistypedWord();
      await send();
    },
  });
}

class MistypedWord extends Error {
  fields = { field: 'word' };

  constructor() {
    super('That is something else. Nothing was done.');
  }
}

// Pages may be empty before the end.
async function nextItems(load, place) {
  let page;
  do {
    page = await load(place);
    place = page.next;
  } while (!page.items.length && place);
  return page;
}

function moreButton(text, list, add) {
  return button(text, pressing(async () => {
    const count = list.children.length;
    await add();
    // The button may be gone now, with the focus.
    const added = list.children[count]?.querySelector('a');
    if (added) added.focus();
    else focusHeading();
  }), { class: 'quiet' });
}

function failure(error, retry) {
  if (isOff(error)) return element('p', { class: 'empty' }, offText(error));
  return element('div', { class: 'stack' },
    element('p', { role: 'alert', class: 'error' }, error.message),
    button(texts.tryAgain, pressing(retry)));
}

function replaceIn(box, children) {
  const isFocused = box.contains(document.activeElement);
  box.replaceChildren(...children.filter(Boolean));
  if (isFocused) focusHeading();
}
