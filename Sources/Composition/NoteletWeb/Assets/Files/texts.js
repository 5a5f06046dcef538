// The words of the application, in the language that the reader prefers.

import en from './texts-en.js';
import ja from './texts-ja.js';
import ko from './texts-ko.js';

const known = { en, ja, ko };
// A page whose own words are of one language alone says which.
const { language: only } = document.documentElement.dataset;
const wanted = only ? [only] : navigator.languages;
const preferred = wanted.map((tag) => tag.toLowerCase().split('-')[0]);

/** The language that is shown: `ko`, `en` or `ja`. */
export const language = preferred.find((each) => each in known) ?? 'en';

/** The words of that language. */
export const texts = known[language];
