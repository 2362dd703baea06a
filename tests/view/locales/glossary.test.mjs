// The glossary: every term exists in both languages, is found in texts, is marked once per text, and links to an
// existing step of the course.
import { LANGUAGES, LOCALES } from '../../../web/locales/index.js';
import { TERMS } from '../../../web/locales/glossary.js';
import { readPlace } from '../../../web/course/place.js';
import { splitAtTerms } from '../../../web/ui/terms.js';
import { courseIn, lazyTextsIn, messagesIn } from './texts.mjs';

const glossaries = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (language) => [language, await LOCALES[language].loadGlossary()])),
);
const namesIn = (text, glossary) =>
  splitAtTerms(text, glossary)
    .filter((part) => typeof part !== 'string')
    .map(({ name }) => name);

test.each(LANGUAGES)('each term has one sentence, which names it (%s)', (language) => {
  const { terms } = glossaries[language];
  expect(Object.keys(terms)).toEqual(Object.keys(TERMS));
  for (const [name, { words, says }] of Object.entries(terms)) {
    expect([name, says.match(/[.。](?=\s|$)/g)?.length]).toEqual([name, 1]);
    expect(says.toLowerCase()).toContain(words[0].toLowerCase().replace(/(?<=[nt])s$/, ''));
  }
});

test('each term links to a step of the course or to a source', () => {
  /**
   * Terms of the glossary, each with the course step or the source that explains it.
   * @type {{ step?: string, source: string }[]}
   */
  const terms = Object.values(TERMS);
  for (const { step, source } of terms) {
    expect(source).toMatch(/^https:/);
    if (step !== undefined) expect(readPlace(step)).not.toBeNull();
  }
});

test('a term is found in each of its forms, once, and not inside another word', () => {
  const { en, zh } = glossaries;
  expect(splitAtTerms('The bias of LayerNorm, a bias.', en)).toEqual([
    'The ',
    { name: 'bias', word: 'bias' },
    ' of ',
    { name: 'layerNorm', word: 'LayerNorm' },
    ', a bias.',
  ]);
  expect(namesIn('unbiased, softmaxes', en)).toEqual([]);
  expect(namesIn('每层的残差连接加上偏置', zh)).toEqual(['residual', 'bias']);
  /**
   * Names of terms that a text has already explained, and that are not marked again.
   * @type {Set<any>}
   */
  const explained = new Set(['bias']);
  expect(splitAtTerms('a bias', en, explained)).toEqual(['a bias']);
});

test.each(LANGUAGES)('the words that texts use without explaining them are terms (%s)', (language) => {
  const glossary = glossaries[language];
  const texts = { ...messagesIn[language], ...lazyTextsIn[language] };
  const { chapters } = courseIn[language];
  expect(namesIn(texts.inputOf.first('LayerNorm'), glossary)).toEqual(
    expect.arrayContaining(['embedding', 'layerNorm']),
  );
  expect(namesIn(texts.aggregatesHelp.join(' '), glossary)).toEqual(expect.arrayContaining(['rollout', 'residual']));
  expect(namesIn(texts.sortHelp.worth, glossary)).toEqual(['nat']);
  expect(namesIn(texts.sortOrders.entropy, glossary)).toEqual(['entropy']);
  expect(namesIn(texts.continuation.topP, glossary)).toEqual(['topP']);
  expect(namesIn(chapters.softmax.steps[3].text.join(' '), glossary)).toEqual(expect.arrayContaining(['gradient']));
  expect(namesIn(chapters.scores.steps[1].text.join(' '), glossary)).toEqual(['bias']);
  expect(namesIn(chapters.block.steps.flatMap(({ text }) => text).join(' '), glossary)).toEqual(
    expect.arrayContaining(['feedForward', 'residual', 'layerNorm', 'standardDeviation']),
  );
});
