// Glosses (translations of single words) in the user's language: every foreign word of the project's own sentences has
// one; other words have none.
import { glossesIn } from '../locales/texts.mjs';
import { glossesOf } from '../../../web/course/glosses.js';
import { openingSentences } from '../../../web/locales/opening-sentences.js';
import { PLACES, stepAt, writePlace } from '../../../web/course/place.js';
import { SENTENCES } from '../../../web/course/words.js';
import { shown } from './states.mjs';

const OTHER = { en: 'zh', zh: 'en' };
const glossed = (reader, tokens) => glossesOf(glossesIn[reader], tokens).map(({ token }) => token);
/** Sorted list of words without repetitions, ignoring case. */
const sorted = (tokens) =>
  [...new Map([...tokens].reverse().map((token) => [token.toLowerCase(), token])).values()].sort();
const isWord = (token) => /[\p{L}]/u.test(token);

const tokensOf = (lang, text) => shown(lang, 'it.1', { text }).queries.filter(isWord);

test.each(['en', 'zh'])('who reads %s gets every word of the sentences in the other language', (reader) => {
  const other = OTHER[reader];
  const own = [...openingSentences(other), ...Object.values(SENTENCES).map((each) => each[other])];
  for (const text of own) {
    const tokens = tokensOf(other, text);
    expect([text, glossed(reader, tokens).sort()]).toEqual([text, sorted(tokens)]);
  }
});

/**
 * Tokens that need no gloss: subwords, which have no meaning by themselves, and words in the translation of a long
 * sentence that the course does not discuss.
 */
const PARTS = ['k', 'itten', 'as', 'le', 'ep', 'l', 'ake', 'Be', 'j', 'ing'];

test.each(['en', 'zh'])('every step with a translation has glosses of it (%s)', (lang) => {
  const places = PLACES.filter(
    (place) => stepAt(place).check && ['masks.2', 'cross.1', 'cross.2'].includes(writePlace(place)),
  );
  expect(places).toHaveLength(3);
  for (const place of places) {
    const each = shown(lang, writePlace(place), { attention: 'cross' });
    const foreign = each.queries.filter((token) => isWord(token) && !PARTS.includes(token));
    expect(glossed(lang, foreign).sort()).toEqual(sorted(foreign));
  }
});

test('words of the own language, unknown words and names of properties get none', () => {
  expect(glossed('en', ['The', 'cat', '蛋糕', '龙', 'constructor', '__proto__', '，'])).toEqual([]);
  expect(glossed('zh', ['猫', 'quick', 'constructor', 'toString'])).toEqual([]);
});

test('Chinese glosses of English words have Chinese characters, English ones of Chinese words pinyin with tones', () => {
  for (const [sound, meaning] of Object.values(glossesIn.zh.words)) {
    expect([sound, /\p{Script=Han}/u.test(meaning)]).toEqual(['', true]);
  }
  const toneless = Object.entries(glossesIn.en.words).filter(
    ([, [sound]]) =>
      !/[\u0101\u00e1\u01ce\u00e0\u0113\u00e9\u011b\u00e8\u012b\u00ed\u01d0\u00ec\u014d\u00f3\u01d2\u00f2\u016b\u00fa\u01d4\u00f9]/.test(
        sound,
      ),
  );
  expect(toneless.map(([token]) => token)).toEqual(['子', '了', '的']); // syllables with a neutral tone
});
