// The page of operators: the address decides which screen is shown. Each is made anew when it is,
// so that nothing old is taken for new, but for what is live anyway.

import { focusHeading } from './elements.js';
import { liveScreen } from './operator-live.js';
import { overviewScreen } from './operator-overview.js';
import { peopleScreen } from './operator-people.js';
import { personScreen } from './operator-person.js';
import { reportScreen } from './operator-report.js';
import { reportsScreen } from './operator-reports.js';
import { wordsScreen } from './operator-words.js';

// Screens by the first word of the address; the further words say what is shown on them.
const screens = {
  overview: { part: 'overview', make: overviewScreen },
  reports: { part: 'reports', make: reportsScreen },
  report: { part: 'reports', make: reportScreen },
  people: { part: 'people', make: peopleScreen },
  person: { part: 'people', make: personScreen },
  words: { part: 'words', make: wordsScreen },
  live: { part: 'live', make: liveScreen },
};

const main = document.getElementById('main');
const links = document.querySelectorAll('nav a');
let stay = new AbortController();

addEventListener('hashchange', () => {
  show();
  focusHeading();
});
document.querySelector('.skip').addEventListener('click', skip);
show();

function show() {
  stay.abort();
  stay = new AbortController();
  document.querySelectorAll('dialog').forEach((dialog) => dialog.close());
  const [name, ...words] = location.hash.slice(1).split('/');
  const { part, make } = Object.hasOwn(screens, name) ? screens[name] : screens.overview;
  main.replaceChildren(make({ words, signal: stay.signal }));
  links.forEach((link) => markCurrent(link, link.hash === `#${part}`));
  document.title = `${main.querySelector('h1').textContent} – Notelet operators`;
  scrollTo(0, 0);
}

function markCurrent(link, isCurrent) {
  if (isCurrent) link.setAttribute('aria-current', 'page');
  else link.removeAttribute('aria-current');
}

// The address of a screen is its fragment, which the link to the content would take away.
function skip(event) {
  event.preventDefault();
  focusHeading();
}
