// Pseudo-localization: all letters get accents. A text without accents therefore does not come from a language folder.
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçďéƒğĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇĎÉƑĞĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ';

/** A word of at least two letters, since single letters are symbols. Names in braces are placeholders. */
const WORD = /\{\w+\}|[A-Za-z]{2,}/g;

const accent = (word) => [...word].map((letter) => ACCENTED[PLAIN.indexOf(letter)]).join('');

function pseudoText(text) {
  const localized = text.replace(WORD, (word) => (word.startsWith('{') ? word : accent(word)));
  return localized === text ? text : `[!! ${localized} !!]`;
}

/** Pseudo-localizes all texts in a value, and all texts that its functions return, except the language tag. */
export function pseudo(value, key) {
  if (key === 'locale') return value;
  if (typeof value === 'string') return pseudoText(value);
  if (typeof value === 'function') return (...args) => pseudo(value(...args));
  if (Array.isArray(value)) return value.map((each) => pseudo(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, pseudo(each, name)]));
}
