// Claims about what a head does for the current token, and doubts about them, are decided in one place, and are the
// same in every view and export.
import { readFileSync } from 'node:fs';
import { buildViewModel } from '../../../web/element/view-model/build-view-model.js';
import { claimOf } from '../../../web/element/claims/head-claim.js';
import { doubtOf, headSummaryText, shareOf } from '../../../web/element/claims/claim-text.js';
import { initialState } from '../../../web/element/state/properties.js';
import { messagesIn } from '../locales/texts.mjs';
import { palettes } from '../../../web/view/marks/palette.js';
import { plainLanguage } from '../../../web/text/plain-language.js';
import { takeSnapshot } from '../../../web/element/export/snapshot.js';
import { sentenceDrawing } from '../../../web/view/views/sentence/sentence-view.js';
import { Timeline } from '../../../web/view/timeline.js';
import { tokenize } from 'attention-spotlight';
import { models, sourceOf } from '../view-models.mjs';

const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const { heads } = JSON.parse(read('models/default/config.json'));
const scoreOf = (role, measure, language) =>
  heads.find((head) => head.role === role).measures.find((one) => one.measure === measure && one.language === language)
    .score;
const ofHundred = (share) => Math.round(share * 100);
const binsOf = (role, language) =>
  heads.find((head) => head.role === role).calibration.find((one) => one.language === language).bins;

const TIRED = 'The cat sat on the mat because it was tired';

/** Claim that the element makes about a head for a token, which is given by its text or its index. */
function claimed(text, token, state = {}, lang = 'en') {
  const whole = { ...initialState(), model: 'default', head: 'antecedent', ...state };
  const source = sourceOf(text, whole);
  const row = typeof token === 'number' ? token : source.tokens.query.findIndex(({ text: each }) => each === token);
  expect(row).toBeGreaterThanOrEqual(0);
  const texts = messagesIn[lang];
  return {
    ...claimOf(source, row),
    says: headSummaryText(texts, source, row),
    doubts: doubtOf(texts, source, row),
    largest: Math.max(...source.weights.data.slice(row * source.weights.shape[1], (row + 1) * source.weights.shape[1])),
  };
}

test('a pronoun in an ordinary sentence gets both scores, the easy and the hard one', () => {
  const { says, doubts } = claimed(TIRED, 'it');
  const [easy, hard] = ['natural', 'written'].map((measure) => ofHundred(scoreOf('antecedent', measure, 'en')));
  expect(says).toBe(
    `Attends from a pronoun to what it refers to · right in ${easy} of 100 everyday sentences and ${hard} of 100 harder ones (always taking the nearest noun: 50)`,
  );
  expect(doubts).toBe('');
  const chinese = ['natural', 'written'].map((measure) => ofHundred(scoreOf('antecedent', measure, 'zh')));
  expect(claimed('猫坐在垫子上，因为它累了', '它', {}, 'zh').says).toContain(
    `100 个日常句子里答对 ${chinese[0]} 个，100 个较难的句子里答对 ${chinese[1]} 个`,
  );
});

test.each([
  ['no pronoun', TIRED, 'cat', 'pronoun'],
  ['a pronoun alone', 'it', 'it', 'text'],
  ['numbers', '12 34 it 56', 'it', 'text'],
  ['gibberish', 'blorp fizzle grak splonk trundle it wug', 'it', 'text'],
  ['German', 'Die Katze saß auf der Matte, weil it müde war', 'it', 'text'],
  ['two languages', '我 love 北京 because it 很大', 'it', 'text'],
  ['traditional characters', '貓坐在墊子上，因為它累了', '它', 'text'],
  ['nothing before the pronoun', 'It was raining and the cat was wet', 'It', 'sentence'],
  ['two sentences', 'The cat sat on the mat. The dog was there. Because it was tired', 'it', 'sentence'],
  ['a possessive pronoun', '小猫把袜子叼到楼梯下面，她的爪子很快', '她的', null],
  ['a contraction', 'The cat sat on the mat because it’s tired', 'it’s', null],
  ['an object', 'The goat ate the newspaper before I had read it', 'it', null],
])('a pronoun head is not quoted beyond its measurements: %s', (_, text, token, limit) => {
  const claim = claimed(text, token);
  expect(claim.limit).toBe(limit);
  expect(/\d/.test(claim.says)).toBe(limit === null);
  if (limit !== null) expect(claim.doubts).toBe('');
});

test.each(['en', 'zh'])('a score is quoted for the kind of sentences on which it was measured: %s', (language) => {
  const sentences = ['training/natural', 'training/data/written'].flatMap((folder) =>
    read(`${folder}/${language}.txt`)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .slice(-300),
  );
  const described = models.default.heads.find(({ role }) => role === 'antecedent');
  const quoted = sentences.filter((marked) => {
    const bare = (text) => text.replace(/[[\]<>{}*]/g, '');
    const start = bare(marked.slice(0, marked.indexOf('{'))).length;
    const tokens = tokenize(bare(marked));
    const query = tokens.findIndex((token) => token.start <= start && token.end > start);
    const weights = { data: new Float32Array(tokens.length ** 2), shape: [tokens.length, tokens.length] };
    return (
      claimOf(
        {
          architecture: null,
          description: described,
          title: bare(marked),
          queryLanguage: language,
          weights,
          baseline: null,
          tokens: { query: tokens },
          headRef: described,
          isAblated: () => false,
          isIncomparable: false,
        },
        query,
      ).limit === null
    );
  });
  expect(sentences.length).toBe(400);
  expect(quoted.length / sentences.length).toBeGreaterThan(0.97);
});

test('a head is unsure if fewer than 7 of 10 measured cases were right, even with more than half of the weight', () => {
  const bins = binsOf('antecedent', 'en');
  const seen = new Set();
  for (const predicate of [
    'tired',
    'soft',
    'big',
    'old',
    'there',
    'wet',
    'nice',
    'red',
    'dirty',
    'warm',
    'black',
    'here',
  ]) {
    for (const [one, other] of [
      ['cat', 'mat'],
      ['boy', 'dog'],
      ['ball', 'table'],
      ['cup', 'shelf'],
    ]) {
      const { limit, largest, doubts } = claimed(`The ${one} sat on the ${other} because it was ${predicate}`, 'it');
      expect(limit).toBeNull();
      const { right } = bins.findLast(({ from }) => largest >= from);
      seen.add(Math.floor(10 * largest));
      const expected = `Not sure: when it was as undecided as here, it was right in ${ofHundred(right)} of 100 cases.`;
      expect(doubts).toBe(right < 0.7 ? expected : '');
    }
  }
  expect(seen).toContain(5); // such a head was once shown without any doubt
  expect(seen).toContain(9);
});

test('with interventions no measurement is quoted, and a head that gives no word half of the weight is unsure', () => {
  const { limit, says, doubts } = claimed(TIRED, 'it', { temperature: 20 });
  expect(limit).toBe('changed');
  expect(says).toMatch(/tested without your interventions/);
  expect(doubts).toBe('Not sure: no word gets half of the weight.');
  const ablate = [{ attention: 'encoder', layer: 3, head: 0 }];
  expect(claimed(TIRED, 'it', { ablate }).doubts).toBe('');
});

test('the syntax head is not quoted for punctuation or incomplete sentences', () => {
  const syntax = { head: 'syntax' };
  const right = ofHundred(scoreOf('syntax', 'syntax', 'en'));
  expect(claimed(TIRED, 'cat', syntax).says).toContain(`right for ${right} of 100 words`);
  expect(claimed(`${TIRED}.`, '.', syntax).limit).toBe('mark');
  expect(claimed('asdf qwer zxcv', 'qwer', syntax).limit).toBe('text');
  expect(claimed('3 4 5', '4', syntax).limit).toBe('text');
  expect(claimed('猫坐在垫子上', 0, syntax, 'zh').says).toContain(
    `100 个词里答对 ${ofHundred(scoreOf('syntax', 'syntax', 'zh'))} 个`,
  );
});

test('the first token has no previous token, and the start of a translation translates nothing', () => {
  expect(claimed(TIRED, 0, { head: 'previous' }).limit).toBe('first');
  expect(claimed(TIRED, 1, { head: 'previous' }).limit).toBeNull();
  const alignment = { attention: 'cross', head: 'alignment' };
  expect(claimed(TIRED, 0, alignment).limit).toBe('first');
  expect(claimed(TIRED, 1, alignment)).toMatchObject({ limit: null, doubts: '' });
  expect(claimed('Der Hund schläft im Garten', 1, alignment).limit).toBe('text');
});

test('for text in another script, an unsupervised head is said to have been measured on other texts', () => {
  expect(claimed(TIRED, 1, { layer: 1, head: 0 }).says).toMatch(
    /^This head attends most to the next token 9\d% of the time\./,
  );
  expect(claimed('これは猫です', 1, { layer: 1, head: 0 }).says).toMatch(
    /Measured on texts in English or Chinese: in this one it may differ\.$/,
  );
  const story = { model: 'stories', attention: 'decoder', layer: 0, head: 0 };
  expect(claimed('Once upon a time', 1, story).limit).toBeNull();
  expect(claimed('从前有一只小狗', 1, story).says).toMatch(
    /Measured on texts in English: in this one it may differ\.$/,
  );
});

test('the head grid shows both scores, and an exported picture the same text as the page', () => {
  const described = models.default.heads.find(({ role }) => role === 'antecedent');
  expect(shareOf(messagesIn.en, described, 'en')).toBe('67–88%');
  expect(shareOf(messagesIn.zh, described, 'zh')).toBe('51–87%');
  const state = { ...initialState(), model: 'default', view: 'sentence', head: 'antecedent', query: 1 };
  const source = sourceOf(TIRED, state);
  const context = { state, hovered: null, theme: 'dark', palette: palettes.dark, texts: messagesIn.en };
  const surface = {
    width: 800,
    height: 300,
    fonts: 'sans-serif',
    measure: (word, size) => word.length * size,
    cachedColors: (_o, _k, f) => f(),
  };
  const { captions } = takeSnapshot({
    source,
    model: null,
    context,
    surface,
    timeline: new Timeline(),
    drawing: sentenceDrawing,
  });
  expect(captions).toContain(headSummaryText(messagesIn.en, source, 1));
  expect(captions.join(' ')).toContain('trained on pronouns only');
  expect(buildViewModel(source, context).selection.row).toBe(1);
});

test('every limit has a text in both languages', () => {
  for (const lang of ['en', 'zh']) {
    const { limits } = messagesIn[lang].reliability;
    for (const limit of ['text', 'pronoun', 'sentence', 'first', 'mark', 'changed']) {
      expect(limits[limit]('English')).not.toBe('');
    }
  }
});

test.each([
  ['Wir gehen in die Schule, so schnell es geht', null],
  ['No he visto a tu hermano', null],
  ['On a vu la mer', null],
  ['He is a doctor', 'en'],
  ['猫坐在垫子上', 'zh'],
  ['猫が座っていた', null],
  ['', null],
])('%s is in the language %s', (text, language) => {
  expect(plainLanguage(tokenize(text).map((token) => token.text))).toBe(language);
});
