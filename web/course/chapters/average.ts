// Course chapters on the average and the weighted average: a single vector for several tokens, with equal or unequal
// weights.
import { indexOfWord, isWord, PRONOUN_HEAD, PRONOUN_WEIGHTS, sentence, stage } from '../words.js';
import { decimal, percent, percents } from '../facts.js';
import type { Step } from '../step.js';

export const average: readonly Step[] = [{ open: sentence('tired'), figure: 'average', alone: true }];

export const weightedAverage: readonly Step[] = [
  { open: sentence('tired'), figure: 'weighted', alone: true },
  {
    open: sentence('tired', { ...PRONOUN_WEIGHTS, query: 0, controls: 'cell' }),
    plain: true,
    check: (now) => {
      const cell = now.pinned('attention');
      if (!cell || !isWord(now.queries[cell.row], 'it') || !isWord(now.keys[cell.column], 'cat')) return null;
      const weights = now.weightsOf(cell.row);
      const sum = weights.reduce((total, weight) => total + weight, 0);
      return {
        facts: {
          it: now.queries[cell.row]!,
          cat: now.keys[cell.column]!,
          share: percents(weights)[cell.column]!,
          keys: String(weights.length),
          sum: percent(sum),
        },
        right: Math.abs(sum - 1) < 0.005 ? 0 : null,
      };
    },
  },
  {
    open: sentence('tired', { ...PRONOUN_HEAD, ...stage('softmax'), view: 'ledger', controls: 'play,scrub,cell' }),
    plain: true,
    check: (now) => {
      const query = indexOfWord(now.queries, 'it');
      const isReached = now.state.stage === 'sum' || now.state.stage === 'output';
      if (!isReached || now.query !== query) return null;
      const [first, second] = now.ranking(query);
      return {
        facts: {
          it: now.queries[query]!,
          first: first!.word,
          share: percent(first!.share),
          second: second!.word,
          secondShare: percent(second!.share),
          rest: percent(Math.max(0, 1 - first!.share - second!.share)),
          number: decimal(now.source.steps!.trace.output.data[query * now.headDim]!),
        },
        right: first!.weight > 0.995 ? 0 : first!.weight > 0.75 ? 1 : 2,
      };
    },
  },
];
