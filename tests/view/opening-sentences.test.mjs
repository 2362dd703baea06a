// Opening sentences of the page, which were selected by measurement: the default model is right about everything that
// the page shows first.
import { EXAMPLES } from '../../web/element/source/examples.js';
import { initialState } from '../../web/element/state/properties.js';
import { messagesIn } from './locales/texts.mjs';
import { openingSentences } from '../../web/locales/opening-sentences.js';
import { ModelAttentionSource } from '../../web/element/source/model-attention-source.js';
import { models } from './view-models.mjs';

const OPENINGS = {
  en: [
    { nouns: ['cat', 'mat'], translation: '猫坐在垫子上，因为它累了。' },
    { nouns: ['mat', 'cat'], translation: '猫坐在垫子上，因为它很软。' },
  ],
  zh: [
    { nouns: ['猫', '椅子'], translation: 'The cat sat on the chair because it was tired.' },
    { nouns: ['椅子', '猫'], translation: 'The cat sat on the chair because it was soft.' },
  ],
};

describe.each(['en', 'zh'])('in %s', (lang) => {
  const sentences = openingSentences(lang);
  const { words } = messagesIn[lang].opening;

  test.each([0, 1])(
    'sentence %i: the right noun leads clearly, the other one is visible, the translation is right',
    (at) => {
      const state = { ...initialState(lang), text: sentences[at] };
      const source = new ModelAttentionSource(models.default, state);
      const { key } = source.tokens;
      const row = source.queryIndex(state);
      const weights = source.weights.data.subarray(row * key.length, (row + 1) * key.length);
      const ranked = [...weights.keys()].sort((one, other) => weights[other] - weights[one]);
      const { nouns, translation } = OPENINGS[lang][at];
      expect(ranked.slice(0, 2).map((index) => key[index].text)).toEqual(nouns);
      expect(weights[ranked[0]]).toBeGreaterThan(0.6);
      expect(weights[ranked[0]]).toBeLessThan(0.95);
      expect(weights[ranked[1]]).toBeGreaterThan(0.05);
      expect(source.run.decode().text).toBe(translation);
    },
  );

  test('the two sentences differ in the word on the switch, and come first among the examples', () => {
    expect(new Set(sentences.map((sentence, at) => sentence.slice(0, -words[at].length))).size).toBe(1);
    expect(sentences.every((sentence, at) => sentence.endsWith(words[at]))).toBe(true);
    expect(EXAMPLES[lang].slice(0, 2)).toEqual(sentences);
  });
});

test('the sentence of the original project documents is among the examples, in both languages', () => {
  for (const examples of Object.values(EXAMPLES))
    expect(examples).toEqual(
      expect.arrayContaining(['The cat sat on the mat because it was tired', '猫坐在垫子上，因为它累了']),
    );
});
