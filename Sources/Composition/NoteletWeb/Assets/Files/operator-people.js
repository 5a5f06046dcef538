// Accounts, in the order in which they were opened, and the way to one of them.

import { element, personText, screen, timeElement } from './elements.js';
import { form } from './forms.js';
import { call } from './operator-calls.js';
import { choices, pagedList, panel, personLink } from './operator-elements.js';
import { idText, reference } from './operator-names.js';
import { planText, statusText } from './operator-users.js';

const STATUSES = { active: 'Active', inactive: 'Inactive', banned: 'Banned' };

/** Makes the screen of accounts; the words choose those of a status, or with a premium plan. */
export function peopleScreen({ words }) {
  const status = words.find((word) => Object.hasOwn(STATUSES, word));
  const premiumOnly = words.includes('premium');
  const filter = { status: status && `ACCOUNT_STATUS_${status.toUpperCase()}`, premiumOnly };
  return screen('People',
    panel('Find somebody', finding()),
    filters(status, premiumOnly),
    pagedList({
      load: async (afterId) => {
        const { users = [], nextAfterId } = await call('ListUsers', { afterId, ...filter });
        return { items: users, next: nextAfterId };
      },
      row: userRow,
      empty: 'There is no such account.',
      more: 'Later accounts',
    }));
}

function finding() {
  return form({
    fields: [{
      name: 'who', label: 'Username, e-mail address or id', autocomplete: 'off',
      autocapitalize: 'none', spellcheck: false,
      hint: 'Guests have an id alone. An id has to be whole.',
    }],
    submit: 'Find',
    send: async ({ who }) => {
      const { user } = await call('GetUser', reference(who.trim()));
      location.hash = `#person/${idText(user.id)}`;
    },
  });
}

function filters(status, isPremium) {
  const address = (...words) => ['#people', ...words.filter(Boolean)].join('/');
  const premium = isPremium && 'premium';
  return element('div', { class: 'bar' },
    choices('Status', [
      ['All', address(premium)],
      ...Object.entries(STATUSES).map(([each, text]) => [text, address(each, premium)]),
    ]),
    choices('Plan', [
      ['Any plan', address(status)], ['Premium', address(status, 'premium')],
    ]));
}

function userRow(user) {
  const status = statusText(user);
  return element('div', { class: 'row' },
    personLink(user.id, personText(user.username)),
    element('span', {}, personText(user.email)),
    status === 'active' ? null : element('strong', {}, status),
    element('span', { class: 'remark' }, ...planText(user)),
    element('span', { class: 'remark' }, 'opened ', timeElement(user.createdAt)));
}
