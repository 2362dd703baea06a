// Course chapter on masks: the causal mask, padding, single blocked pairs; and the purpose of the causal mask,
// predicting the next token.
import { indexOfWord, isWord, onlyChanges, PRONOUN_WEIGHTS, sentence, stage, indexOfMatchingWord } from '../words.js';
import { percent } from '../facts.js';
import type { Step } from '../step.js';

/**
 * Lower bounds of the model's confidence for the answers of a question, one for each answer but the last, which covers
 * the rest.
 */
const SURE = [0.8, 0.2];

export const masks: readonly Step[] = [
  {
    open: sentence('tired', { ...PRONOUN_WEIGHTS, controls: 'causal,scope,cell' }),
    check: (now) => {
      if (!now.state.causal || !onlyChanges(now.state, ['causal'])) return null;
      const first = now.ranking(0)[0]!;
      const zeros = now.source.weights!.data.filter((weight) => weight === 0).length;
      return {
        facts: {
          token: now.queries[0]!,
          first: first.word,
          share: percent(first.share),
          zeros: String(zeros),
          weights: String(now.source.weights!.data.length),
        },
        right: first.key === 0 && first.weight === 1 ? 0 : null,
      };
    },
  },
  {
    open: sentence('tired', {
      attention: 'decoder',
      ...stage('softmax'),
      view: 'matrix',
      query: 0,
      controls: 'cell',
    }),
    check: (now) => {
      const query = now.state.cell?.row ?? now.query;
      if (!isWord(now.queries[query], 'it')) return null;
      const [first, second] = now.source.nextTokenCandidates(query)!;
      const below = SURE.findIndex((probability) => first!.probability > probability);
      return {
        facts: {
          token: now.queries[query]!,
          sees: String(query + 1),
          first: first!.text,
          share: percent(first!.probability),
          second: second!.text,
          secondShare: percent(second!.probability),
        },
        right: below < 0 ? SURE.length : below,
      };
    },
  },
  {
    open: sentence('tired', { ...PRONOUN_WEIGHTS, controls: 'padding,scope' }),
    check: (now) => {
      if (now.state.padding !== 1 || !onlyChanges(now.state, ['padding'])) return null;
      const last = now.keys.length - 1;
      const largest = Math.max(...now.queries.map((_, query) => now.weightsOf(query)[last]!));
      const sum = now.weightsOf(0).reduce((total, weight) => total + weight, 0);
      return {
        facts: { word: now.keys[last]!, largest: percent(largest), sum: percent(sum) },
        right: largest === 0 ? 0 : null,
      };
    },
  },
  {
    open: sentence('tired', { ...PRONOUN_WEIGHTS, controls: 'mask,scope' }),
    check: (now, opened) => {
      const [query, key] = [indexOfWord(now.queries, 'it'), indexOfWord(now.keys, 'cat')];
      const { mask } = now.state;
      const isPair = mask.length === 1 && mask[0]![0] === query && mask[0]![1] === key;
      if (!isPair || !onlyChanges(now.state, ['mask'])) return null;
      const [was, first] = [opened.ranking(query)[0]!, now.ranking(query)[0]!];
      return {
        facts: {
          it: now.queries[query]!,
          cat: now.keys[key]!,
          was: was.word,
          wasShare: percent(was.share),
          first: first.word,
          share: percent(first.share),
        },
        right: first.weight < 0.3 ? 2 : indexOfMatchingWord(first.word, ['mat', 'tired']),
      };
    },
  },
];
