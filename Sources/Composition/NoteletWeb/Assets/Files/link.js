// The personal link: shared, replaced, switched off and on.

import { intention, read } from './calls.js';
import { announce, button, element, focusHeading, pressing, screen } from './elements.js';
import { ask } from './forms.js';
import { address } from './place.js';
import { texts } from './texts.js';

let drawings = 0;

/** Makes the screen of the personal link. */
export function linkScreen({ copy }) {
  const content = element('div', { class: 'stack' });
  let shown;
  const show = () => {
    const url = copy.user.personalLink?.url;
    if (shown?.url === url && shown) return;
    const isFocused = content.contains(document.activeElement);
    content.replaceChildren(...url ? linkOn(copy, url) : linkOff(copy));
    shown = { url };
    if (isFocused) focusHeading();
  };
  copy.addEventListener('change', show);
  show();
  return screen(texts.linkTitle, content);
}

function linkOn(copy, url) {
  const address = element('input', {
    value: url, readOnly: true, onfocus: () => address.select(), 'aria-label': texts.linkAddress,
  });
  return [
    element('p', {}, texts.linkText),
    element('div', { class: 'note address' }, address, element('div', { class: 'buttons' },
      button(texts.copy, pressing(() => copyAddress(address)), { class: 'primary' }),
      navigator.share && button(texts.share, () => share(url)))),
    code(),
    element('div', { class: 'buttons' }, rotation(copy), switchingOff(copy)),
  ];
}

function linkOff(copy) {
  const send = intention();
  return [
    element('p', {}, texts.linkOff),
    element('div', { class: 'buttons' },
      button(texts.switchOn, pressing(() => rotate(copy, send)), { class: 'primary' })),
  ];
}

async function copyAddress(address) {
  await navigator.clipboard.writeText(address.value);
  announce(texts.copied);
}

// Who closes the sheet of the system has changed their mind, which is no error.
function share(url) {
  navigator.share({ text: texts.shareText, url }).catch(() => {});
}

function code() {
  const image = element('img', { class: 'code', alt: texts.qrCode, width: 240, height: 240 });
  image.onerror = () => image.remove();
  drawCode(image).catch(() => image.remove());
  return image;
}

// An image cannot renew a session that is over; a call before it can. The number keeps the browser
// from showing the code of the link that was there before.
async function drawCode(image) {
  await read('Profiles/GetProfile');
  drawings += 1;
  image.src = address(`qr.svg?${drawings}`);
}

function rotation(copy) {
  const send = intention();
  return button(texts.rotate, () => ask({
    title: texts.rotateTitle,
    text: texts.rotateText,
    submit: texts.rotate,
    send: () => rotate(copy, send),
  }), { class: 'quiet' });
}

async function rotate(copy, send) {
  const { personalLink } = await send('Profiles/RotateLink');
  copy.take([{ user: { ...copy.user, personalLink } }]);
  announce(texts.rotated);
}

function switchingOff(copy) {
  const send = intention();
  return button(texts.switchOff, () => ask({
    title: texts.switchOffTitle,
    text: texts.switchOffText,
    submit: texts.switchOff,
    send: async () => {
      await send('Profiles/SwitchOffLink');
      copy.take([{ user: { ...copy.user, personalLink: undefined } }]);
      announce(texts.switchedOff);
    },
  }), { class: 'quiet' });
}
