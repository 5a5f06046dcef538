// The application: who is there decides which screens there are, and the address decides which of
// them is shown.

import { sessionEvents } from './calls.js';
import { contactsScreen } from './contacts.js';
import { Copy } from './copy.js';
import { button, element, focusHeading, screen } from './elements.js';
import { announceNews, inboxScreen, sentScreen } from './inbox.js';
import { linkScreen } from './link.js';
import { currentIdentity, onSessionChange, tellSessionChange } from './session.js';
import { settingsScreen } from './settings.js';
import { language, texts } from './texts.js';
import { keepWatching } from './watch.js';
import { logInScreen, resetScreen, signUpScreen } from './welcome.js';

const screens = {
  inbox: { title: texts.inbox, make: inboxScreen },
  sent: { title: texts.sent, make: sentScreen },
  contacts: { title: texts.contacts, make: contactsScreen },
  link: { title: texts.link, make: linkScreen },
  settings: { title: texts.settings, make: settingsScreen },
  login: { title: texts.logIn, make: logInScreen },
  signup: { title: texts.signUp, make: signUpScreen },
  reset: { title: texts.reset, make: resetScreen },
};

const app = document.getElementById('app');
let stay = new AbortController();

document.documentElement.lang = language;
onSessionChange(start);
// A page that the browser kept may show notes of a session that has ended meanwhile.
addEventListener('pageshow', ({ persisted }) => persisted && start());
sessionEvents.addEventListener('signed-out', changeSession);
start();

// Shows the application to whoever is signed in now.
async function start() {
  stay.abort();
  stay = new AbortController();
  const { signal } = stay;
  document.querySelectorAll('dialog').forEach((dialog) => dialog.close());
  try {
    const identity = await currentIdentity();
    if (!signal.aborted) show(identity, signal);
  } catch (error) {
    if (signal.aborted) return;
    app.replaceChildren(element('main', {}, screen('Notelet',
      element('p', { role: 'alert' }, error.message), button(texts.tryAgain, start))));
  }
}

async function changeSession() {
  tellSessionChange();
  await start();
  focusHeading();
}

function show(identity, signal) {
  const copy = new Copy(identity);
  const context = { copy, onSessionStart: changeSession, onSessionEnd: changeSession };
  const names = screenNames(identity);
  const connection = element('p', { role: 'status', class: 'connection' });
  const links = names.map((name) => element('a', { href: `#${name}` }, screens[name].title));
  const main = element('main', { id: 'main', tabIndex: -1 });
  app.className = identity.user ? 'signed-in' : 'signed-out';
  app.replaceChildren(
    element('a', { href: '#main', class: 'skip', onclick: skip }, texts.skip),
    element('header', { class: 'top' },
      element('p', { class: 'mark' }, 'Notelet'), identity.user ? null : motto(), connection),
    element('nav', { 'aria-label': texts.navigation }, ...links), main);
  route({ context, links, main, names, signal });
  if (!identity.user && !identity.guest) return;
  copy.addEventListener('change', (event) => announceNews(event, copy));
  keepWatching(copy, signal, (isConnected) => {
    connection.textContent = isConnected ? '' : texts.offline;
  });
}

function screenNames({ user, guest }) {
  if (user) return ['inbox', 'sent', 'contacts', 'link', 'settings'];
  return guest ? ['sent', 'login', 'signup'] : ['login', 'signup', 'reset'];
}

function motto() {
  return element('p', { class: 'motto' }, texts.motto);
}

// The address of a screen is its fragment, which the link to the content would take away.
function skip(event) {
  event.preventDefault();
  focusHeading();
}

// Screens are made when they are first shown, and then kept, with what was written in them.
function route({ context, links, main, names, signal }) {
  const made = new Map();
  const showScreen = () => {
    const wanted = location.hash.slice(1);
    const name = names.includes(wanted) ? wanted : names[0];
    if (!made.has(name)) {
      made.set(name, screens[name].make(context));
      main.append(made.get(name));
    }
    for (const [each, section] of made) section.hidden = each !== name;
    links.forEach((link, index) => markCurrent(link, names[index] === name));
    document.title = `${screens[name].title} – Notelet`;
    scrollTo(0, 0);
  };
  addEventListener('hashchange', () => {
    showScreen();
    focusHeading();
  }, { signal });
  showScreen();
}

function markCurrent(link, isCurrent) {
  if (isCurrent) link.setAttribute('aria-current', 'page');
  else link.removeAttribute('aria-current');
}
