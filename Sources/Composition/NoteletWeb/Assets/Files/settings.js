// Settings: the profile, what shall not arrive, the account.

import { intention } from './calls.js';
import { announce, button, element, personText, screen, timeElement } from './elements.js';
import { exportData } from './export.js';
import { blockSection, wordSection } from './filters.js';
import { ask, form } from './forms.js';
import { logOut } from './session.js';
import { sessionSection } from './sessions.js';
import { texts } from './texts.js';

/** Makes the screen of settings. */
export function settingsScreen(context) {
  const { copy } = context;
  const sessions = sessionSection();
  return screen(texts.settings,
    section(texts.profile, profileForm(copy)),
    section(texts.mutedWords, ...wordSection()),
    section(texts.blocks, ...blockSection(copy)),
    section(texts.sessions, ...sessions.elements),
    section(texts.account, accountFacts(copy), ...accountActions(context, sessions)));
}

function section(title, ...children) {
  return element('section', { class: 'panel' }, element('h2', {}, title), ...children);
}

function profileForm(copy) {
  const send = intention();
  const { username, senderPolicy, coarseTimes } = copy.user;
  return form({
    fields: [
      {
        name: 'username', label: texts.username, hint: texts.usernameHint, value: username,
        autocomplete: 'username',
      },
      {
        name: 'senderPolicy', label: texts.senderPolicy, options: texts.policies,
        value: senderPolicy,
      },
      { name: 'coarseTimes', label: texts.coarseTimes, type: 'checkbox', value: coarseTimes },
    ],
    submit: texts.save,
    send: async (values) => {
      const { user } = await send('Profiles/UpdateProfile', values);
      copy.take([{ user }]);
      announce(texts.saved);
    },
  });
}

function accountFacts(copy) {
  const facts = element('dl', {});
  const show = () => {
    const { email, plan: { kind, expiresAt } = {} } = copy.user;
    const plan = texts.plans[kind] ?? texts.plans.PLAN_KIND_FREE;
    facts.replaceChildren(
      element('dt', {}, texts.email), element('dd', {}, personText(email)),
      element('dt', {}, texts.plan),
      element('dd', {}, plan, ...expiresAt ? [' – ', timeElement(expiresAt)] : []));
  };
  copy.addEventListener('change', show);
  show();
  return facts;
}

function accountActions({ copy, onSessionEnd }, sessions) {
  const ending = async (question) => await ask(question) && onSessionEnd();
  const endingOthers = async (change) => {
    if (!await change()) return;
    announce(texts.saved);
    await sessions.show().catch((error) => announce(error.message));
  };
  const actions = [
    [texts.changePassword, () => endingOthers(() => changePassword(copy.user))],
    [texts.changeEmail, () => endingOthers(() => changeEmail(copy))],
    [texts.exportData, () => askForExport(copy.user)],
    [texts.logOut, () => ending({
      title: texts.logOut, submit: texts.logOut, send: () => logOut(false),
    })],
    [texts.logOutEverywhere, () => ending({
      title: texts.logOutEverywhere, text: texts.logOutEverywhereText, submit: texts.logOut,
      send: () => logOut(true),
    })],
    [texts.deleteAccount, () => ending(accountDeletion(copy.user))],
  ];
  const items = actions.map(([text, run]) =>
    element('li', {}, button(text, run, { class: 'quiet' })));
  return [element('ul', { role: 'list', class: 'list' }, ...items)];
}

function changePassword({ username }) {
  const send = intention();
  return ask({
    title: texts.changePassword,
    text: texts.othersEnd,
    account: username,
    fields: [
      passwordField('currentPassword', texts.currentPassword),
      {
        name: 'newPassword', label: texts.newPassword, type: 'password', minLength: 15,
        hint: texts.passwordHint, autocomplete: 'new-password',
      },
    ],
    submit: texts.changePassword,
    send: (values) => send('Accounts/ChangePassword', values),
  });
}

function changeEmail(copy) {
  const send = intention();
  return ask({
    title: texts.changeEmail,
    text: texts.othersEnd,
    account: copy.user.username,
    fields: [
      { name: 'email', label: texts.email, type: 'email', autocomplete: 'email' },
      passwordField('password', texts.password),
    ],
    submit: texts.changeEmail,
    send: async (values) => {
      const { user } = await send('Accounts/ChangeEmail', values);
      copy.take([{ user }]);
    },
  });
}

async function askForExport({ username }) {
  const isExported = await ask({
    title: texts.exportData,
    text: texts.exportText,
    account: username,
    fields: [passwordField('password', texts.password)],
    submit: texts.download,
    send: ({ password }) => exportData(password),
  });
  if (isExported) announce(texts.exported);
}

function accountDeletion({ username }) {
  const send = intention();
  return {
    title: texts.deleteAccount,
    text: texts.deleteAccountText,
    account: username,
    fields: [passwordField('password', texts.password)],
    submit: texts.deleteAccount,
    send: (values) => send('Accounts/DeleteAccount', values),
  };
}

function passwordField(name, label) {
  return { name, label, type: 'password', autocomplete: 'current-password' };
}
