// The ways in: logging in, signing up, and a new password by a code.

import { intention } from './calls.js';
import { announce, screen } from './elements.js';
import { form } from './forms.js';
import { texts } from './texts.js';

/** Makes the screen to log in. */
export function logInScreen({ onSessionStart }) {
  const send = intention();
  return screen(texts.logIn, form({
    fields: [
      { name: 'name', label: texts.nameOrEmail, autocomplete: 'username', autocapitalize: 'none' },
      passwordField('password', texts.password, 'current-password'),
    ],
    submit: texts.logIn,
    send: async ({ name, password }) => {
      const who = name.includes('@') ? { email: name.trim() } : { username: name.trim() };
      await send('Accounts/LogIn', { ...who, password });
      onSessionStart();
    },
  }));
}

/** Makes the screen to sign up. */
export function signUpScreen({ onSessionStart }) {
  const send = intention();
  return screen(texts.signUp, form({
    fields: [
      {
        name: 'username', label: texts.username, hint: texts.usernameHint,
        autocomplete: 'username', autocapitalize: 'none',
      },
      { name: 'email', label: texts.email, type: 'email', autocomplete: 'email' },
      newPasswordField('password', texts.password),
    ],
    submit: texts.signUp,
    send: async (values) => {
      await send('Accounts/SignUp', values);
      onSessionStart();
    },
  }));
}

/** Makes the screen to set a new password by a code of the operator. */
export function resetScreen() {
  const send = intention();
  return screen(texts.reset, form({
    fields: [
      { name: 'code', label: texts.resetCode, autocomplete: 'one-time-code' },
      newPasswordField('newPassword', texts.newPassword),
    ],
    submit: texts.reset,
    send: async (values, made) => {
      await send('Accounts/ResetPassword', values);
      made.reset();
      location.hash = '#login';
      announce(texts.resetDone);
    },
  }));
}

function passwordField(name, label, autocomplete) {
  return { name, label, type: 'password', autocomplete };
}

function newPasswordField(name, label) {
  return {
    ...passwordField(name, label, 'new-password'), minLength: 15, hint: texts.passwordHint,
  };
}
