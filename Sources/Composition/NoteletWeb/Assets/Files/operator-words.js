// The words that the operator lets nobody send.

import { announce, button, element, personText, pressing, revealed, screen } from './elements.js';
import { form } from './forms.js';
import { LiveList } from './lists.js';
import { call } from './operator-calls.js';
import { loaded, panel } from './operator-elements.js';

const LONGEST_WORD = 50;

/** Makes the screen of words. */
export function wordsScreen() {
  const list = new LiveList((word) => wordRow(word, show));
  const show = async () => {
    const { words = [] } = await call('ListWords');
    list.show(words.map((word) => [word, word]), 'There are no words yet.');
  };
  return screen('Words',
    element('p', {}, 'A note with one of these words or phrases arrives nowhere, and whoever '
      + 'sends it notices nothing. They are looked for anywhere in a note, also within other '
      + 'words; case and white space make no difference. What arrived already stays.'),
    loaded(async () => {
      await show();
      return [panel('Add a word', adding(show)), panel('The words', list.element)];
    }));
}

function adding(show) {
  return form({
    fields: [{ name: 'word', label: 'Word or phrase', limit: LONGEST_WORD, autocomplete: 'off' }],
    submit: 'Add',
    send: async ({ word }, made) => {
      await call('AddWord', { word });
      made.reset();
      announce(`Notes with “${revealed(word.trim())}” arrive nowhere from now on.`);
      await show();
    },
  });
}

function wordRow(word, show) {
  const remove = pressing(async () => {
    await call('RemoveWord', { word });
    announce(`Notes with “${revealed(word)}” arrive from now on.`);
    await show();
  });
  return element('div', { class: 'bar' }, personText(word),
    button('Remove', remove, { class: 'quiet', 'aria-label': `Remove ${revealed(word)}` }));
}
