// Pseudo-localization: all letters get accents. A text without accents is therefore hard-coded instead of coming from
// web/locales.
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçďéƒğĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇĎÉƑĞĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ';

/** Matches words of at least two letters, since single letters are symbols, and names of placeholders in braces. */
const WORD = /\{\w+\}|[A-Za-z]{2,}/g;

const accent = (word) => [...word].map((letter) => ACCENTED[PLAIN.indexOf(letter)]).join('');

function pseudoText(text) {
  const localized = text.replace(WORD, (word) => (word.startsWith('{') ? word : accent(word)));
  return localized === text ? text : `[!! ${localized} !!]`;
}

/** Pseudo-localizes all strings in a value, and all strings that its functions return, except the language tag. */
export function pseudo(value, key) {
  if (key === 'locale') return value;
  if (typeof value === 'string') return pseudoText(value);
  if (typeof value === 'function') return (...args) => pseudo(value(...args));
  if (Array.isArray(value)) return value.map((each) => pseudo(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, pseudo(each, name)]));
}
