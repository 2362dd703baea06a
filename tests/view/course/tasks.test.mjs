// Tasks of the course in the element: actions that complete them, actions that do not, and the answer that turns out to
// be right.
import { ANSWERS } from '../../../web/course/worksheet/plans.js';
import { attemptOf } from '../../../web/course/attempt.js';
import { CHAPTERS } from '../../../web/course/chapters/index.js';
import { courseIn } from '../locales/texts.mjs';
import { fill } from '../../../web/course/facts.js';
import { PLACES, stepAt, writePlace } from '../../../web/course/place.js';
import { indexOfWord, SENTENCES } from '../../../web/course/words.js';
import { languages, outcomeOf, shown } from './states.mjs';

const query = (word) => (each) => ({ query: indexOfWord(each.queries, word) });
const cell = (matrix, row, column) => (each) => ({
  cell: {
    matrix,
    row: indexOfWord(each.queries, row),
    column: typeof column === 'number' ? column : indexOfWord(each.keys, column),
  },
});
const pair = (from, to) => (each) => [indexOfWord(each.queries, from), indexOfWord(each.keys, to)];
const always = (state) => () => state;
/** Change that selects, as the query, the token of the translation that attends most to a word of the sentence. */
const alignedWith = (word) => (each) => ({
  query: each.queries.findIndex((_, row) => row > 0 && indexOfWord(each.keys, word) === each.ranking(row)[0].key),
});

/**
 * Tasks of the course by step: `does`, changes of the element that complete the task; `not`, changes that do not; and
 * the index of the right answer.
 */
const TASKS = {
  'it.1': {
    does: query('cat'),
    not: [
      query('it'),
      query('mat'),
      always({}),
      (each, lang) => ({ ...query('cat')(each), text: SENTENCES.soft[lang] }),
    ],
    right: 1,
  },
  'it.2': {
    does: (_, lang) => ({ text: SENTENCES.soft[lang] }),
    not: [
      always({}),
      (_, lang) => ({ text: SENTENCES.tired[lang].replace(/tired|累了/, lang === 'en' ? 'asleep' : '睡了') }),
      (_, lang) => ({ text: SENTENCES.short[lang] }),
    ],
    right: 1,
  },
  'it.3': {
    does: query('key'),
    not: [
      always({}),
      query('uncle'),
      query('rusty'),
      (each, lang) => ({ ...query('key')(each), text: lang === 'en' ? 'The key was rusty' : '小猫睡着了' }),
    ],
    right: 2,
  },
  'weighted-average.2': {
    does: cell('attention', 'it', 'cat'),
    not: [always({}), cell('attention', 'it', 'mat'), cell('attention', 'cat', 'cat')],
    right: 0,
  },
  'weighted-average.3': {
    does: always({ stage: 'sum' }),
    not: [always({}), always({ stage: 'mask' }), always({ stage: 'sum', query: 1 })],
    right: 1,
  },
  'scores.2': {
    does: cell('query', 'love', 3),
    not: [always({}), cell('query', 'place', 3), cell('key', 'love', 3)],
    right: 1,
  },
  'scores.3': {
    does: cell('attention', 'love', 'place'),
    not: [always({}), cell('attention', 'place', 'place'), cell('attention', 'love', 'love')],
    right: 1,
  },
  'softmax.2': {
    does: always({ temperature: 2 }),
    not: [always({}), always({ temperature: 0.5 }), always({ temperature: 2, scaling: false })],
    right: 2,
  },
  'softmax.3': {
    does: always({ scaling: false }),
    not: [always({}), always({ temperature: 2 }), always({ scaling: false, causal: true })],
    right: 0,
  },
  'masks.1': { does: always({ causal: true }), not: [always({}), always({ causal: true, padding: 1 })], right: 0 },
  'masks.2': { does: query('it'), not: [always({}), query('cat')], right: 0 },
  'masks.3': {
    does: always({ padding: 1 }),
    not: [always({}), always({ padding: 2 }), always({ padding: 1, causal: true })],
    right: 0,
  },
  'masks.4': {
    does: (each) => ({ mask: [pair('it', 'cat')(each)] }),
    not: [
      always({}),
      (each) => ({ mask: [pair('it', 'mat')(each)] }),
      (each) => ({ mask: [pair('it', 'cat')(each), pair('it', 'mat')(each)] }),
      (each) => ({ mask: [pair('cat', 'it')(each)] }),
      (each) => ({ mask: [pair('cat', 'cat')(each)] }),
      (each) => ({ mask: [pair('it', 'cat')(each)], causal: true }),
    ],
    right: 0,
  },
  'heads.1': { does: always({ sort: 'role' }), not: [always({}), always({ view: 'matrix', sort: 'role' })], right: 0 },
  'heads.2': {
    does: query('mat'),
    not: [always({}), query('cat'), (each, lang) => ({ ...query('mat')(each), text: SENTENCES.soft[lang] })],
    right: 1,
  },
  'heads.3': {
    does: ({ source }) => ({ ablate: [headOf(source)] }),
    not: [
      always({}),
      always({ ablate: [2] }),
      ({ source }) => ({ ablate: [{ ...headOf(source), head: 0 }] }),
      ({ source }) => ({ ablate: [headOf(source), 2] }),
      ({ source }) => ({ ablate: [headOf(source)], causal: true }),
    ],
    right: 1,
  },
  'cross.1': { does: always({ attention: 'cross' }), not: [always({}), always({ attention: 'decoder' })], right: 1 },
  'cross.2': {
    does: alignedWith('cat'),
    not: [
      always({}),
      alignedWith('mat'),
      (each) => ({ attention: 'encoder', head: 'antecedent', query: indexOfWord(each.keys, 'cat') }),
    ],
    right: 0,
  },
  'end.3': {
    does: (_, lang) => ({ text: lang === 'en' ? 'The dog lost its ball again' : '小狗又把它的球弄丢了' }),
    not: [always({}), (_, lang) => ({ text: SENTENCES.soft[lang] }), always({ text: 'hello' })],
    right: null,
  },
};

function headOf({ headRef: { attention, layer, head } }) {
  return { attention, layer, head };
}

test('every step has a task, and every task at the element is tested here', () => {
  for (const place of PLACES) {
    const { check, figure } = stepAt(place);
    expect(check ?? figure).toBeDefined();
    expect(writePlace(place) in TASKS).toBe(check !== undefined);
  }
});

describe.each(languages)('in %s', (lang) => {
  test.each(Object.entries(TASKS))('%s', (place, { does, not, right }) => {
    const opened = shown(lang, place);
    const [chapter, step] = place.split('.');
    const { saw, hint, predict } = courseIn[lang].chapters[chapter].steps[step - 1];
    const outcome = outcomeOf(lang, place, does(opened, lang));
    expect(outcome).not.toBeNull();
    expect(outcome.right).toBe(typeof right === 'object' && right ? right[lang] : right);
    if (ANSWERS[place] !== undefined) expect(outcome.right).toBe(ANSWERS[place]);
    if (right !== null) expect(predict.answers[outcome.right]).toBeDefined();
    expect(fill(saw, outcome.facts)).not.toMatch(/[{}]|NaN|undefined/);
    for (const wrong of not) {
      expect(outcomeOf(lang, place, wrong(opened, lang))).toBeNull();
      expect(hint).toMatch(/[.。？?]$/);
    }
  });

  test('attempts are classified correctly', () => {
    const attempt = (place, change) =>
      attemptOf(shown(lang, place, change(shown(lang, place), lang)), shown(lang, place));
    const [it, mat, love] = lang === 'en' ? ['it', 'mat', 'love'] : ['它', '椅子', '爱'];
    expect(attempt('it.1', always({}))).toBeNull();
    expect(attempt('it.1', query('mat'))).toEqual({ kind: 'word', word: mat });
    expect(attempt('it.1', always({ text: 'hello' }))).toEqual({ kind: 'text' });
    expect(attempt('weighted-average.2', cell('attention', 'it', 'mat'))).toEqual({
      kind: 'cell',
      row: it,
      column: mat,
    });
    expect(attempt('scores.3', cell('attention', 'love', 'love'))).toEqual({ kind: 'cell', row: love, column: love });
    expect(attempt('scores.2', cell('key', 'love', 3))).toEqual({ kind: 'number' });
    expect(attempt('softmax.2', always({ temperature: 1.5 }))).toEqual({ kind: 'change' });
  });

  test('the words offered as answers occur in the sentence', () => {
    for (const [place, words] of [
      ['it.3', 3],
      ['heads.2', 3],
    ]) {
      const [chapter, step] = place.split('.');
      const { answers } = courseIn[lang].chapters[chapter].steps[step - 1].predict;
      expect(answers).toHaveLength(words);
      for (const answer of answers) expect(shown(lang, place).keys).toContain(answer);
    }
  });
});

test('a step offers the controls that its task needs, and only a few in total', () => {
  for (const place of PLACES) {
    const { controls = 'none' } = CHAPTERS[place.chapter][place.step].open('en');
    expect(controls).not.toBe('all');
    expect(controls.split(',').length).toBeLessThan(4);
  }
});
