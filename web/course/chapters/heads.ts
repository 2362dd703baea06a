// Course chapter on multiple heads: the measured role of each head, and the contribution of one head.
import { isSentence, isWord, onlyChanges, sentence, sentenceAt, indexOfMatchingWord } from '../words.js';
import { allHeadsOf } from '../../element/source/all-heads.js';
import { decimal, percent } from '../facts.js';
import { patternOf } from '../../element/source/head-pattern.js';
import type { Shown } from '../shown.js';
import type { Step } from '../step.js';

/** Largest change of an attention weight by the interventions, for each head of a layer. */
function changes(now: Shown, layer: number): readonly number[] {
  const { layerWeights, layerWeightsBaseline } = now.source;
  const weights = allHeadsOf(layerWeights!).layers[layer]!;
  const baseline = allHeadsOf(layerWeightsBaseline!).layers[layer]!;
  const [heads] = weights.shape as [number];
  const size = weights.data.length / heads;
  return Array.from({ length: heads }, (_, head) =>
    weights.data
      .subarray(head * size, (head + 1) * size)
      .reduce((most, weight, index) => Math.max(most, Math.abs(weight - baseline.data[head * size + index]!)), 0),
  );
}

/** Index of the first occurrence of a number in a list; null if it does not occur. */
function whichNumber(number: number, numbers: readonly number[]): number | null {
  const index = numbers.indexOf(number);
  return index < 0 ? null : index;
}

/** True if the displayed head is ablated and no other intervention is active. */
function isHeadOff({ state, source }: Shown): boolean {
  const [target, ...others] = state.ablate;
  if (target === undefined || typeof target === 'number' || others.length > 0) return false;
  const { attention, layer, head } = source.headRef;
  return target.attention === attention && target.layer === layer && target.head === head;
}

export const heads: readonly Step[] = [
  {
    open: sentence('tired', { view: 'heads', attention: 'encoder', controls: 'view' }),
    check: ({ state, source }) => {
      if (state.view !== 'heads' || state.sort !== 'role') return null;
      const all = source.heads.filter(({ attention }) => attention === 'encoder');
      const supervised = all.filter(({ role }) => role !== null);
      const patterns = all.filter((head) => head.role === null && patternOf(head, source.queryLanguage) !== null);
      const others = all.length - supervised.length - patterns.length;
      return {
        facts: {
          heads: String(all.length),
          supervised: String(supervised.length),
          patterns: String(patterns.length),
          others: String(others),
        },
        right: whichNumber(supervised.length, [3, 8, all.length]),
      };
    },
  },
  {
    open: sentence('tired', { attention: 'encoder', head: 'syntax', view: 'sentence', query: 0, controls: 'cell' }),
    check: (now) => {
      const { query } = now;
      if (!isWord(now.queries[query], 'mat') || !isSentence(now.state.text, 'tired')) return null;
      const first = now.ranking(query)[0]!;
      return {
        facts: { word: now.queries[query]!, first: first.word, share: percent(first.share) },
        right: indexOfMatchingWord(first.word, ['the', 'sat', 'tired']),
      };
    },
  },
  {
    open: sentenceAt(
      'tired',
      { en: 7, zh: 6 }, // indices of “it” and “它”
      { view: 'heads', attention: 'encoder', head: 'previous', compare: true, controls: 'ablate' },
    ),
    check: (now) => {
      if (!isHeadOff(now) || !onlyChanges(now.state, ['ablate'])) return null;
      const { layer, head } = now.source.headRef;
      const beside = Math.max(...changes(now, layer).filter((_, index) => index !== head));
      const above = allHeadsOf(now.source.layerWeights!).layers.map((_, index) =>
        index > layer ? Math.max(...changes(now, index)) : 0,
      );
      const most = above.indexOf(Math.max(...above));
      const changed = changes(now, most);
      return {
        facts: {
          layer: String(layer + 1),
          head: String(head + 1),
          beside: decimal(beside),
          otherLayer: String(most + 1),
          otherHead: String(changed.indexOf(above[most]!) + 1),
          change: decimal(above[most]!),
        },
        right: beside > 0.005 ? 0 : Number(above[most]! > 0.005) || 2,
      };
    },
  },
];
