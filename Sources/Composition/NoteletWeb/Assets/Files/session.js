// Who is signed in. All tabs share one session, since it lives in cookies that no script can read.

import { readAsAnyone, refresh, write } from './calls.js';
import { ownName } from './place.js';

const channel = new BroadcastChannel(ownName('notelet-session'));

/** Returns `{user}`, `{guest}`, or `{}` for nobody. */
export async function currentIdentity() {
  const identity = await readAsAnyone('Accounts/GetCurrentUser');
  if (identity.user || identity.guest || !await refresh()) return identity;
  return readAsAnyone('Accounts/GetCurrentUser');
}

/** Calls back when another tab signed in or out. */
export function onSessionChange(callback) {
  channel.onmessage = callback;
}

/** Lets the other tabs look anew who is signed in. */
export function tellSessionChange() {
  channel.postMessage('changed');
}

/** Ends this session or all of them, whether or not it had ended before. */
export async function logOut(everywhere) {
  try {
    await write('Accounts/LogOut', { everywhere });
  } catch (error) {
    if (!error.isSessionOver) throw error;
  }
}
