import { readdirSync } from 'node:fs';
import { CHAPTER_IDS, CHAPTERS } from '../../../web/course/chapters/index.js';
import { placeholdersOf } from '../../../web/course/facts.js';
import { LANGUAGES, preferredLanguage } from '../../../web/locales/index.js';
import {
  courseIn,
  insideTextsIn,
  lazyTextsIn,
  messagesIn,
  presentingTextsIn,
  trainingTextsIn,
  worksheetTextsIn,
} from './texts.mjs';

const [en, zh] = ['en', 'zh'].map((language) => ({ ...messagesIn[language], ...lazyTextsIn[language] }));

const paths = (value, path = '') =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => paths(inner, `${path}.${key}`))
    : [path];

test.each(LANGUAGES)('%s has the keys of English', (language) => {
  const all = [messagesIn, lazyTextsIn, trainingTextsIn, insideTextsIn, presentingTextsIn, worksheetTextsIn];
  const keysIn = (each) => paths([...all.map((texts) => texts[each]), { ...courseIn[each], chapters: {} }]);
  expect(keysIn(language)).toEqual(keysIn('en'));
});

test.each(LANGUAGES)('every step of the course has its texts in %s, with the facts of English', (language) => {
  for (const id of CHAPTER_IDS) {
    const [english, others] = [courseIn.en, courseIn[language]].map(({ chapters }) => chapters[id].steps);
    expect(english).toHaveLength(CHAPTERS[id].length);
    expect(others).toHaveLength(CHAPTERS[id].length);
    english.forEach((step, index) => {
      const other = others[index];
      for (const each of [step, other]) {
        expect(each.text.join('').length).toBeGreaterThan(20);
        expect(each.task).not.toBe('');
        expect(placeholdersOf(each.saw).length).toBeGreaterThan(0);
      }
      expect(new Set(placeholdersOf(other.saw))).toEqual(new Set(placeholdersOf(step.saw)));
      expect(step.predict?.answers.length).toBe(other.predict?.answers.length);
    });
  }
});

test('Chinese has each file of English, so that no text falls back', () => {
  const filesOf = (language) =>
    readdirSync(new URL(`../../../web/locales/${language}`, import.meta.url), { recursive: true }).sort();
  expect(filesOf('zh')).toEqual(filesOf('en'));
});

test('every step except summary and quiz begins with a question with at least two answers', () => {
  const without = CHAPTER_IDS.flatMap((id) =>
    courseIn.en.chapters[id].steps.filter(({ predict }) => !(predict?.answers.length >= 2)).map(() => id),
  );
  expect(without).toEqual(['end', 'end']);
});

test('Chinese texts have Chinese characters and punctuation', () => {
  const english = Object.values(courseIn.en.chapters); // chapters without Chinese texts fall back to English
  const ownChapters = CHAPTER_IDS.map((id) => courseIn.zh.chapters[id]).filter((own) => !english.includes(own));
  const course = ownChapters.flatMap(({ steps }) => steps.flatMap(({ text, task, saw }) => [...text, task, saw]));
  const views = Object.values(insideTextsIn.zh.views)
    .filter((view) => typeof view === 'object')
    .flatMap(({ definition, limit, baseline }) => [definition, limit, baseline]);
  for (const text of [...Object.values(zh.narration), ...course, ...views]) {
    expect(text).toMatch(/\p{Script=Han}/u);
    expect(text).not.toMatch(/\p{Script=Han}[,.!?;:]/u);
  }
});

test.each([
  ['en', en],
  ['zh', zh],
])('the text of a stage names what that stage introduces (%s)', (_, { narration }) => {
  for (const [stage, symbols] of Object.entries({
    tokens: ['t₁'],
    embed: ['X'],
    project: ['W_Q', 'W_K', 'W_V', ' q', ' k', ' v'],
    score: ['q\u00a0·\u00a0k', 'Q·Kᵀ'],
    scale: ['√d', 'd '],
    mask: [' M '],
    softmax: ['eˣ', 'Σ', ' A'],
    sum: ['A·V'],
    output: ['A₁V₁', 'W_O', ' Y'],
  }))
    for (const symbol of symbols) expect(narration[stage]).toContain(symbol);
});

test.each([
  [['zh-TW', 'en'], 'zh'],
  [['tlh', 'zh-CN'], 'zh'],
  [['en-GB'], 'en'],
  [['tlh'], 'en'],
  [[], 'en'],
])('a browser that prefers %j gets %s', (wanted, language) => {
  expect(preferredLanguage(wanted)).toBe(language);
});

test('position and length of an answer do not give away the quiz', () => {
  for (const { figures } of Object.values(courseIn)) {
    const { questions } = figures.quiz;
    const places = questions.map(({ right }) => right);
    for (const place of [0, 1, 2]) expect(places.filter((each) => each === place).length).toBeLessThan(4);
    for (const { answers, notes, right } of questions) {
      expect(answers).toHaveLength(3);
      expect(notes).toHaveLength(3);
      const others = answers.filter((_, index) => index !== right).map(({ length }) => length);
      expect(answers[right].length).toBeLessThanOrEqual(1.25 * Math.max(...others));
    }
  }
});
