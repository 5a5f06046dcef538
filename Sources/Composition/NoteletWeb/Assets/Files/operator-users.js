// What accounts and guests are called, and what is said of them.

import { sentence, timeElement } from './elements.js';
import { idText, plainName } from './operator-names.js';

/** What an account is called, or a guest, who has an id alone. */
export function nameOf({ id, username, isGuest }) {
  return isGuest ? idText(id) : username;
}

/** Whether somebody may act: “active”, “inactive” or “banned”. */
export function statusText({ status }) {
  return plainName(status, 'ACCOUNT_STATUS');
}

/** Whether the plan of an account is premium now. */
export function hasPremium({ plan }) {
  return Date.parse(plan?.expiresAt) > Date.now();
}

/** Says which plan an account has, and until when. */
export function planText(user) {
  if (!user.plan?.expiresAt) return ['free'];
  return sentence(hasPremium(user) ? 'premium until {}' : 'free, premium ended {}',
    timeElement(user.plan.expiresAt));
}
