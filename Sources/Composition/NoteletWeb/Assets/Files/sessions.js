// Where the account is signed in.

import { intention, read } from './calls.js';
import { announce, button, element, sentence, timeElement } from './elements.js';
import { ask } from './forms.js';
import { LiveList } from './lists.js';
import { texts } from './texts.js';

/**
 * Makes the list of the account's sessions, of which all but this one can be ended; `show` asks
 * for it again.
 */
export function sessionSection() {
  const list = new LiveList((session) => sessionRow(session, show));
  // Sessions are in no feed, so the list is asked for.
  const show = async () => {
    const { sessions = [] } = await read('Accounts/ListSessions');
    list.show(sessions.map((session) => [session.id, session]), texts.loading);
  };
  show().catch((error) => announce(error.message));
  return { elements: [element('p', {}, texts.sessionsText), list.element], show };
}

function sessionRow({ id, openedAt, refreshedAt, isCurrent }, show) {
  const moments = sentence(texts.sessionTimes, timeElement(openedAt), timeElement(refreshedAt));
  return element('div', { class: 'bar' },
    element('span', {}, ...moments),
    isCurrent
      ? element('span', { class: 'remark' }, texts.thisSession)
      : button(texts.endSession, () => end(id, show), {
        class: 'quiet', 'aria-label': `${texts.endSession}: ${timeElement(openedAt).textContent}`,
      }));
}

async function end(sessionId, show) {
  const send = intention();
  const isEnded = await ask({
    title: texts.endSessionTitle,
    text: texts.endSessionText,
    submit: texts.endSession,
    send: () => send('Accounts/EndSession', { sessionId }),
  });
  if (isEnded) announce(texts.sessionEnded);
  // Also where it was not: the session may have ended before.
  await show().catch((error) => announce(error.message));
}
