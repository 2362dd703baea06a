// Pseudo-localization: each text in letters with accents, so that one without them was not taken from a language's folder.
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçďéƒğĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇĎÉƑĞĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ';

/** A word of two letters or more: one letter alone is a symbol. A name in braces stands for a fact. */
const WORD = /\{\w+\}|[A-Za-z]{2,}/g;

const accent = (word) => [...word].map((letter) => ACCENTED[PLAIN.indexOf(letter)]).join('');

function pseudoText(text) {
  const localized = text.replace(WORD, (word) => (word.startsWith('{') ? word : accent(word)));
  return localized === text ? text : `[!! ${localized} !!]`;
}

/** Pseudo-localizes every text in a value, and every text that its functions return. The language tag stays. */
export function pseudo(value, key) {
  if (key === 'locale') return value;
  if (typeof value === 'string') return pseudoText(value);
  if (typeof value === 'function') return (...args) => pseudo(value(...args));
  if (Array.isArray(value)) return value.map((each) => pseudo(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, pseudo(each, name)]));
}
