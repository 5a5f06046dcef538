// The people whom the reader keeps, and notes to them.

import { intention, read, writePadded } from './calls.js';
import {
  announce, button, element, personText, prose, revealed, screen, sentence, timeElement,
} from './elements.js';
import { ask } from './forms.js';
import { LiveList } from './lists.js';
import { LONGEST_NOTE } from './notes.js';
import { texts } from './texts.js';

/** Makes the screen of contacts. */
export function contactsScreen({ copy }) {
  const list = new LiveList((contact) => contactArticle(copy, contact));
  const add = button(texts.addContact, () => addContact(copy), { class: 'primary' });
  const count = element('p', { class: 'remark' });
  let known;
  const show = () => {
    list.show(byRegistration(copy.contacts), copy.isComplete ? texts.contactsEmpty : texts.loading);
    if (known === copy.contacts.size) return;
    known = copy.contacts.size;
    showLimit(count, add).catch(() => known = undefined);
  };
  copy.addEventListener('change', show);
  show();
  return screen(texts.contacts, element('div', { class: 'bar' }, count, add), list.element);
}

async function showLimit(count, add) {
  const { currentCount = 0, maxContacts, canAdd = false } = await read('Contacts/GetContactLimit');
  const remark = canAdd ? '' : ` · ${texts.contactLimit}`;
  count.textContent = texts.contactCount(currentCount, maxContacts) + remark;
  add.disabled = !canAdd;
}

function byRegistration(contacts) {
  const time = ({ registeredAt }) => Date.parse(registeredAt);
  return [...contacts].sort(([, a], [, b]) => time(a) - time(b));
}

function contactArticle(copy, contact) {
  const { name, relationship, memo, isLinked } = contact;
  return element('article', { class: 'card', tabIndex: -1, 'aria-label': revealed(name) },
    element('header', {}, element('strong', {}, personText(name)),
      relationship && element('span', { class: 'remark' }, personText(relationship))),
    memo && prose(memo),
    isLinked ? null : element('p', { class: 'remark' }, texts.notLinked),
    actionsOf(copy, contact));
}

function actionsOf(copy, contact) {
  const actions = element('div', { class: 'actions' });
  if (contact.isLinked) actions.append(button(texts.write, () => writeTo(contact)));
  actions.append(button(texts.edit, () => editContact(copy, contact), { class: 'quiet' }));
  actions.append(isLocked(contact) ? lockRemark(contact) : deletion(copy, contact));
  return actions;
}

function isLocked({ deletableAt }) {
  return Date.parse(deletableAt) > Date.now();
}

function lockRemark({ deletableAt }) {
  return element('span', { class: 'remark' },
    ...sentence(texts.lockedUntil, timeElement(deletableAt)));
}

async function addContact(copy) {
  const send = intention();
  const isAdded = await ask({
    title: texts.addContact,
    fields: [...fieldsOf({}), {
      name: 'link', label: texts.contactLink, hint: texts.contactLinkHint, isOptional: true,
    }],
    submit: texts.addContact,
    send: async (values) => {
      const { contact } = await send('Contacts/AddContact', values);
      copy.take([{ contact }]);
    },
  });
  if (isAdded) announce(texts.saved);
}

async function editContact(copy, contact) {
  const send = intention();
  const isSaved = await ask({
    title: texts.editContact,
    fields: [...fieldsOf(contact), {
      name: 'link', label: texts.contactLink, isOptional: true,
      hint: contact.isLinked ? texts.newLinkHint : texts.contactLinkHint,
    }, ...contact.isLinked ? [{ name: 'unlink', type: 'checkbox', label: texts.unlink }] : []],
    submit: texts.save,
    send: async ({ link, unlink, ...values }) => {
      // An empty link takes the connection away, and an absent one leaves it.
      if (unlink) values.link = '';
      else if (link.trim()) values.link = link;
      const response = await send('Contacts/UpdateContact', { id: contact.id, ...values });
      copy.take([{ contact: response.contact }]);
    },
  });
  if (isSaved) announce(texts.saved);
}

function fieldsOf({ name, relationship, memo }) {
  return [
    { name: 'name', label: texts.contactName, value: name, autocomplete: 'off' },
    { name: 'relationship', label: texts.relationship, value: relationship, isOptional: true },
    { name: 'memo', label: texts.memo, type: 'prose', value: memo, isOptional: true, limit: 500 },
  ];
}

async function writeTo({ id, name }) {
  const send = intention(writePadded);
  const isSent = await ask({
    title: texts.writeTo(revealed(name)),
    fields: [
      { name: 'content', label: texts.note, type: 'prose', limit: LONGEST_NOTE },
      { name: 'revealSender', label: texts.revealSender, type: 'checkbox' },
    ],
    submit: texts.send,
    send: (values) => send('Messages/SendToContact', { contactId: id, ...values }),
  });
  if (isSent) announce(texts.noteSent);
}

function deletion(copy, { id, name }) {
  const send = intention();
  const confirm = () => ask({
    title: texts.deleteContact(revealed(name)),
    text: texts.deleteContactText,
    submit: texts.delete,
    send: () => send('Contacts/DeleteContact', { id }),
  });
  return button(texts.delete, async () => {
    if (!await confirm()) return;
    copy.take([{ deletedContactId: id }]);
    announce(texts.contactDeleted);
  }, { class: 'quiet' });
}
