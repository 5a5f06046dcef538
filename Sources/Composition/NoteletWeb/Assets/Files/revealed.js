// What would stay unseen in texts that people wrote.

// What Unicode lets nobody see, control characters, and line separators can hide or reorder text.
// Joiners, variation selectors and the letters of flags are left: scripts and emoji need them.
const HIDDEN = new RegExp([
  '(?![\\u200C\\u200D\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}])',
  '(?<!\\u{1F3F4}[\\u{E0030}-\\u{E007A}]{0,6})',
  '(?:\\p{Default_Ignorable_Code_Point}|[\\uFFF9-\\uFFFB\\u2028\\u2029]|(?![\\n\\t])\\p{Cc})',
].join(''), 'gu');

/** Puts a visible mark in place of each character that nobody could see. */
export function revealed(text) {
  return text.replace(HIDDEN, '▯');
}
