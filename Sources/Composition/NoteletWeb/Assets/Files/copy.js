// A copy of what the server keeps of the caller, made by applying the changes of the feed in order.

const takers = {
  received: putReceived,
  sent: putSent,
  changedMessage: (copy, { received, sent }) =>
    received ? putReceived(copy, received) : putSent(copy, sent),
  answered: (copy, { messageId, answer }) => {
    change(copy.received, messageId, { answer });
    change(copy.sent, messageId, { answer });
  },
  deletedMessageId: (copy, id) => {
    copy.received.delete(id);
    copy.sent.delete(id);
    change(copy.blocks, id);
  },
  contact: (copy, contact) => {
    copy.contacts.set(contact.id, contact);
    changeNotesOf(copy, contact.id);
  },
  deletedContactId: (copy, id) => {
    copy.contacts.delete(id);
    changeNotesOf(copy, id);
  },
  block: (copy, block) => {
    copy.blocks.set(block.messageId, block);
    change(copy.received, block.messageId, { isBlocked: true });
  },
  unblockedMessageId: (copy, id) => {
    copy.blocks.delete(id);
    change(copy.received, id, { isBlocked: false });
  },
  user: (copy, user) => copy.user = user,
};

/** Holds notes, contacts and blocks by their ids, and tells each `change`. */
export class Copy extends EventTarget {
  received = new Map();
  sent = new Map();
  contacts = new Map();
  blocks = new Map();
  cursor = '';
  isComplete = false;

  constructor({ user, guest } = {}) {
    super();
    this.user = user;
    this.guest = guest;
  }

  // A page of the feed, and the place in the feed that the copy has reached with it.
  takePage({ changes = [], cursor, isUpToDate }) {
    const wasComplete = this.isComplete;
    this.cursor = cursor;
    this.isComplete ||= Boolean(isUpToDate);
    if (wasComplete && !changes.length) return;
    this.take(changes, { isNews: wasComplete });
  }

  // What a call returned comes in the feed as well, but later.
  take(changes, { isNews = false } = {}) {
    for (const each of changes) {
      // A server of a later version may tell of kinds that are unknown here.
      for (const kind in each) takers[kind]?.(this, each[kind]);
    }
    this.dispatchEvent(new CustomEvent('change', { detail: { changes, isNews } }));
  }

  // The feed begins anew where its cursor counts no more.
  startAnew() {
    for (const items of [this.received, this.sent, this.contacts, this.blocks]) items.clear();
    this.cursor = '';
    this.isComplete = false;
  }
}

// The feed gives a note without its answer, which no note loses once it has one.
function putReceived({ received, blocks }, note) {
  const answer = note.answer ?? received.get(note.id)?.answer;
  received.set(note.id, { ...note, answer, isBlocked: blocks.has(note.id) });
  change(blocks, note.id);
}

function putSent({ sent }, note) {
  sent.set(note.id, { ...note, answer: note.answer ?? sent.get(note.id)?.answer });
}

// Notes show the name of their contact.
function changeNotesOf({ received, sent }, contactId) {
  for (const notes of [received, sent]) {
    for (const note of notes.values()) {
      if (note.contactId === contactId) change(notes, note.id);
    }
  }
}

// What changes, or is shown with what changes, becomes another object: lists tell by that which
// rows to make anew.
function change(items, id, fields) {
  if (items.has(id)) items.set(id, { ...items.get(id), ...fields });
}
