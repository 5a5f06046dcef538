// Forms and dialogs: fields with labels, one submission at a time, errors where they belong.

import { busy, element, focusHeading } from './elements.js';
import { texts } from './texts.js';

const characters = Intl.Segmenter && new Intl.Segmenter();
let lastId = 0;

/**
 * Makes a form of fields `{name, label, type, hint, value, options, limit, …}` that hands its
 * values to `send`, and shows the error if that fails; `account` is the username for the password.
 */
export function form({ fields = [], account, submit, cancel, send }) {
  const error = element('p', { role: 'alert', class: 'error', id: newId() });
  const submitButton = element('button', { type: 'submit', class: 'primary' }, submit);
  const buttons = element('div', { class: 'buttons' }, submitButton, cancel);
  const onsubmit = async (event) => {
    event.preventDefault();
    if (submitButton.ariaBusy) return;
    clearError(made, error);
    try {
      await busy(submitButton, () => send(valuesOf(made, fields), made));
    } catch (failure) {
      showError(made, error, failure);
    }
  };
  const made = element('form', { class: 'form', onsubmit },
    account && accountField(account), ...fields.map(field), error, buttons);
  return made;
}

/** Asks in a dialog, with fields or without, and returns whether it was sent. */
export function ask({ title, text, ...rest }) {
  const heading = element('h2', { id: newId() }, title);
  const cancel = element('button', { type: 'button', class: 'quiet' }, texts.cancel);
  let isSent = false;
  const send = async (values) => {
    await rest.send(values);
    isSent = true;
    dialog.close();
  };
  const dialog = element('dialog', { 'aria-labelledby': heading.id }, heading,
    text && element('p', {}, text), form({ ...rest, cancel, send }));
  cancel.onclick = () => dialog.close();
  const opener = document.activeElement;
  const row = opener.closest('li');
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      dialog.remove();
      if (!opener.isConnected) focusNear(row);
      resolve(isSent);
    };
  });
}

// What opened a dialog may be gone with what the dialog changed, or the whole row of the list.
function focusNear(row) {
  if (row?.isConnected) row.firstElementChild.focus();
  else focusHeading();
}

// Counts characters as people do.
function countCharacters(text) {
  return characters ? [...characters.segment(text)].length : [...text].length;
}

function field(spec) {
  if (spec.type === 'checkbox') return checkbox(spec);
  if (spec.options) return choice(spec);
  const { label, type = 'text', hint, limit, isOptional, value = '', ...rest } = spec;
  const id = newId();
  const isLong = type === 'prose';
  const control = element(isLong ? 'textarea' : 'input', {
    id, required: !isOptional, ...isLong ? { rows: 5, dir: 'auto' } : { type }, ...rest,
  });
  control.value = value;
  const note = element('small', { id: newId() }, hint ?? '');
  if (hint) control.setAttribute('aria-describedby', note.id);
  return element('div', { class: 'field' },
    element('label', { for: id }, isOptional ? `${label} (${texts.optional})` : label),
    control, hint && note, limit && counter(control, limit));
}

// Tells password managers whose password is asked for; without a name it is not sent.
function accountField(value) {
  return element('input', { type: 'text', autocomplete: 'username', value, hidden: true });
}

function checkbox({ name, label, value }) {
  const control = element('input', { type: 'checkbox', name, checked: Boolean(value) });
  return element('label', { class: 'choice' }, control, element('span', {}, label));
}

function choice({ name, label, options, value }) {
  const choices = Object.entries(options).map(([option, text]) => {
    const properties = { name, value: option, checked: option === value, required: true };
    return element('label', { class: 'choice' },
      element('input', { type: 'radio', ...properties }), element('span', {}, text));
  });
  return element('fieldset', {}, element('legend', {}, label), ...choices);
}

function counter(control, limit) {
  const made = element('small', { class: 'count' });
  const count = () => {
    const length = countCharacters(control.value.trim());
    made.textContent = texts.count(length, limit);
    made.classList.toggle('over', length > limit);
  };
  control.addEventListener('input', count);
  count();
  return made;
}

function valuesOf(made, fields) {
  return Object.fromEntries(fields.map(({ name, type }) => {
    const control = made.elements[name];
    return [name, type === 'checkbox' ? control.checked : control.value];
  }));
}

function clearError(made, error) {
  error.textContent = '';
  made.querySelectorAll('[aria-invalid]').forEach((each) => each.removeAttribute('aria-invalid'));
}

function showError(made, error, failure) {
  error.textContent = failure.message || texts.callFailed;
  const name = failure.fields?.field?.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const control = name && made.elements[name];
  if (!control?.focus) return;
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-errormessage', error.id);
  control.focus();
}

function newId() {
  lastId += 1;
  return `field-${lastId}`;
}
