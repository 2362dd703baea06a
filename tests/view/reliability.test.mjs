// How far an answer can be trusted: what is said beside it, and when it is called unsure.
import { readFileSync } from 'node:fs';
import { buildViewModel } from '../../dist/element/render/build-view-model.js';
import { doubtOf, trackRecord } from '../../dist/element/panels/reliability.js';
import { initialState } from '../../dist/element/state/properties.js';
import { messagesIn } from '../../dist/messages/index.js';
import { palettes } from '../../dist/view/marks/palette.js';
import { sourceOf } from './view-models.mjs';

const { heads } = JSON.parse(readFileSync(new URL('../../models/default/config.json', import.meta.url), 'utf8'));
const shareRight = (role, measure, language) =>
  heads.find((head) => head.role === role).measures.find((one) => one.measure === measure && one.language === language)
    .score;
const ofHundred = (share) => Math.round(share * 100);

const TIRED = 'The cat sat on the mat because it was tired';

function saidOf(text, state, lang = 'en') {
  const whole = { ...initialState(), model: 'default', view: 'sentence', attention: 'encoder', ...state };
  const source = sourceOf(text, whole);
  const texts = messagesIn[lang];
  const viewModel = buildViewModel(source, {
    ...{ state: whole, hovered: null, theme: 'dark', palette: palettes.dark, texts },
  });
  return { record: trackRecord(texts, source, viewModel), doubt: doubtOf(texts, source, viewModel) };
}

test('a pronoun that the head is sure of: how often it is right, and no doubt', () => {
  const { record, doubt } = saidOf(TIRED, { head: 'antecedent', query: 7 });
  const right = ofHundred(shareRight('antecedent', 'natural', 'en'));
  expect(record).toBe(`right in ${right} of 100 such sentences (always taking the nearest noun: 50)`);
  expect(doubt).toBe('');
});

test('a head that gives no word half of the weight is not sure', () => {
  const { doubt } = saidOf(TIRED, { head: 'antecedent', query: 7, temperature: 20 });
  expect(doubt).toBe('Not sure: no word gets half of the weight.');
});

test('a head that is often wrong is never sure: the syntax head in Chinese', () => {
  const { record, doubt } = saidOf('猫坐在垫子上', { head: 'syntax', query: 0 }, 'zh');
  expect(record.startsWith(`100 个词里答对 ${ofHundred(shareRight('syntax', 'syntax', 'zh'))} 个`)).toBe(true);
  expect(doubt).toMatch(/^没有把握：/);
});

test('of a word that is no pronoun the pronoun head says that it was not made for it', () => {
  const { record, doubt } = saidOf(TIRED, { head: 'antecedent', query: 1 });
  expect(record).toMatch(/^trained on pronouns only/);
  expect(doubt).toBe('');
});

test('an unsupervised head has no answer to trust, and a head that is switched off none to doubt', () => {
  expect(saidOf(TIRED, { layer: 0, head: 0 })).toEqual({ record: '', doubt: '' });
  const ablate = [{ attention: 'encoder', layer: 3, head: 0 }];
  expect(saidOf(TIRED, { head: 'antecedent', query: 7, ablate }).doubt).toBe('');
});
