// The page of a note that was sent: it waits for the answer. The ticket is in the fragment of the
// address, which browsers send to nobody, so that it is in no log.

import { address } from './place.js';
import { revealed } from './revealed.js';

const SHORT_WAIT = 15_000;
const LONG_WAIT = 60_000;
const SHORT_TIME = 600_000;

const main = document.querySelector('main');
const templates = new Map([...document.querySelectorAll('template')].map((each) => [each.id, each]));
const begin = Date.now();
let timer;
let isOver = false;

addEventListener('hashchange', () => location.reload());
if (location.hash.length > 1) wait(location.hash.slice(1));

function wait(ticket) {
  show('waiting');
  document.title = main.querySelector('h1').textContent;
  main.querySelector('button').addEventListener('click', copyAddress);
  const look = () => lookAgain(ticket);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  addEventListener('online', look);
  look();
}

function show(name) {
  main.replaceChildren(templates.get(name).content.cloneNode(true));
}

async function copyAddress({ target }) {
  await navigator.clipboard.writeText(location.href);
  target.textContent = target.dataset.copied;
}

async function lookAgain(ticket) {
  clearTimeout(timer);
  if (isOver || document.visibilityState !== 'visible') return;
  const answer = await call({ replyTicket: ticket }).catch(() => undefined);
  clearTimeout(timer);
  if (answer) take(answer);
  if (isOver) return;
  const pause = Date.now() - begin < SHORT_TIME ? SHORT_WAIT : LONG_WAIT;
  timer = setTimeout(() => lookAgain(ticket), pause);
}

function take({ reply, refusal }) {
  if (refusal) return takeRefusal(refusal);
  main.querySelector('.error').textContent = '';
  if (reply.answer) return showAnswer(reply.answer.content);
  const until = main.querySelector('.until');
  const day = new Date(reply.expiresAt).toLocaleDateString(document.documentElement.lang);
  until.textContent = until.dataset.until.replace('{date}', day);
}

function showAnswer(text) {
  isOver = true;
  show('answered');
  main.querySelector('.prose').textContent = revealed(text);
  announce();
}

function takeRefusal({ reason, texts = {}, message }) {
  const sentence = texts[document.documentElement.lang] ?? message;
  if (reason !== 'REFUSAL_REASON_TICKET_NOT_FOUND') {
    main.querySelector('.error').textContent = sentence;
    return;
  }
  isOver = true;
  show('gone');
  main.querySelector('.error').textContent = sentence;
  announce();
}

function announce() {
  const heading = main.querySelector('h1');
  document.title = heading.textContent;
  heading.focus();
}

async function call(request) {
  const response = await fetch(address('notelet.v1.Messages/GetReply'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Connect-Protocol-Version': '1' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(30_000),
  });
  const message = await response.json();
  if (response.ok) return { reply: message };
  const refusal = message.details?.find(({ debug }) => debug?.reason)?.debug ?? {};
  return { refusal: { message: message.message, ...refusal } };
}
