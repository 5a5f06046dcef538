// Lists that follow the copy, and let alone what did not change: its drafts, its focus, its place.

import { button, element, focusHeading } from './elements.js';
import { texts } from './texts.js';

const PAGE_SIZE = 50;

/** Shows items as rows; `build` makes a row of an item, and is asked again when it changed. */
export class LiveList {
  #build;
  #rows = new Map();
  #items = [];
  #limit = PAGE_SIZE;
  #list = element('ul', { role: 'list', class: 'list' });
  #empty = element('p', { class: 'empty' });
  #more = button(texts.showMore, () => this.#showMore(), { class: 'quiet' });

  constructor(build) {
    this.#build = build;
    this.element = element('div', { class: 'stack' }, this.#list, this.#empty, this.#more);
  }

  // Shows items, `[id, item]` each, where an item that changed is another object.
  show(items, emptyText) {
    this.#items = items;
    const shown = new Map(items.slice(0, this.#limit));
    const isFocused = this.#list.contains(document.activeElement);
    this.#removeAllBut(shown);
    this.#place(shown);
    this.#empty.textContent = items.length ? '' : emptyText;
    this.#empty.hidden = items.length > 0;
    this.#more.hidden = items.length <= this.#limit;
    if (isFocused && !this.#list.contains(document.activeElement)) focusHeading();
  }

  #removeAllBut(shown) {
    for (const [id, { row }] of this.#rows) {
      if (shown.has(id)) continue;
      row.remove();
      this.#rows.delete(id);
    }
  }

  #place(shown) {
    let next = this.#list.firstChild;
    for (const [id, item] of shown) {
      const row = this.#row(id, item);
      if (row === next) next = row.nextSibling;
      else this.#list.insertBefore(row, next);
    }
  }

  #row(id, item) {
    const known = this.#rows.get(id);
    if (known?.item === item) return known.row;
    const row = known?.row ?? element('li');
    const isFocused = row.contains(document.activeElement);
    const content = this.#build(item);
    row.replaceChildren(content);
    if (isFocused) content.focus();
    this.#rows.set(id, { item, row });
    return row;
  }

  #showMore() {
    const firstNew = this.#list.children.length;
    this.#limit += PAGE_SIZE;
    this.show(this.#items);
    this.#list.children[firstNew]?.firstChild.focus();
  }
}

/** Orders the entries of a map of notes, newest first. */
export function newestFirst(notes, timeOf) {
  // Times are to the minute, so that within one the order of arrival counts.
  return [...notes].reverse().sort(([, a], [, b]) => timeOf(b) - timeOf(a));
}
