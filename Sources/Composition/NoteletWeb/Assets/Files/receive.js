// The form of a personal link, sent without leaving the page. The server renders it, and it works
// as a plain form as well.

import { address } from './place.js';

const PADDED_SIZES = [256, 1024, 4096, 16_384];
const TOLD_LEFT = 200;

const form = document.getElementById('writing');
const { content, key } = form.elements;
const left = document.getElementById('left');
const problem = document.getElementById('problem');
const send = form.querySelector('button');
let tried;

content.addEventListener('input', count);
content.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  submit();
});
count();

// Counts as the server does: what a reader takes for a character. Only near the end it is told.
function count() {
  const number = form.dataset.count - characterCount(content.value.trim());
  left.textContent = form.dataset.left.replace('{count}', number);
  left.setAttribute('aria-live', number < TOLD_LEFT ? 'polite' : 'off');
  left.classList.toggle('over', number < 0);
}

function characterCount(text) {
  if (!Intl.Segmenter) return [...text].length;
  return [...new Intl.Segmenter().segment(text)].length;
}

async function submit() {
  if (send.disabled) return;
  send.disabled = true;
  problem.textContent = '';
  // A repetition has the same key, so that nothing is sent twice; another note has another one.
  if (tried !== undefined && tried !== content.value) key.value = newKey();
  tried = content.value;
  try {
    const { replyTicket } = await call({ link: form.dataset.link, content: content.value });
    content.value = '';
    key.value = newKey();
    location.assign(address(replyTicket ? `reply#${replyTicket}` : 'app#sent'));
  } catch (error) {
    problem.textContent = error.message || form.dataset.unreachable;
    content.focus();
  } finally {
    send.disabled = false;
  }
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function call(request) {
  const response = await fetch(address('notelet.v1.Messages/SendToLink'), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Connect-Protocol-Version': '1',
      'Idempotency-Key': key.value,
      // The tokens of who is signed in are in cookies.
      ...form.dataset.session && { 'Notelet-Session': form.dataset.session },
    },
    body: padded(JSON.stringify(request)),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => {
    throw new Error();
  });
  const message = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(sentence(message));
  return message;
}

function sentence({ message, details = [] }) {
  const texts = details.find(({ debug }) => debug?.texts)?.debug.texts ?? {};
  return texts[document.documentElement.lang] ?? message;
}

// White space after JSON means nothing, and hides how long the note is.
function padded(body) {
  const { length } = new TextEncoder().encode(body);
  const size = PADDED_SIZES.find((each) => each >= length) ?? length;
  return body + ' '.repeat(size - length);
}
