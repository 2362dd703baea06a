// Course chapter on attention scores: the dot product of a query and a key.
import { isWord, PRONOUN_HEAD, sentence, stage } from '../words.js';
import { decimal } from '../facts.js';
import type { Step } from '../step.js';

export const scores: readonly Step[] = [
  { open: sentence('short'), figure: 'scores-by-hand', alone: true },
  {
    open: sentence('short', { ...PRONOUN_HEAD, ...stage('project'), view: 'steps', controls: 'cell' }),
    figure: 'query-numbers',
    check: (now) => {
      const cell = now.pinned('query');
      if (!cell || !isWord(now.queries[cell.row], 'love')) return null;
      const { query, key } = now.source.steps!.trace;
      const at = cell.row * now.headDim + cell.column;
      const difference = Math.max(...query.data.map((x, index) => Math.abs(x - key.data[index]!)));
      return {
        facts: {
          word: now.queries[cell.row]!,
          index: String(cell.column),
          query: decimal(query.data[at]!),
          key: decimal(key.data[at]!),
          inputs: String(now.source.steps!.queryInput.shape[1]),
          size: String(now.headDim),
        },
        right: difference > 0.01 ? 1 : 0,
      };
    },
  },
  {
    open: sentence('short', { ...PRONOUN_HEAD, ...stage('score'), view: 'steps', controls: 'cell' }),
    check: (now) => {
      const cell = now.pinned('attention');
      if (!cell || !isWord(now.queries[cell.row], 'love') || !isWord(now.keys[cell.column], 'place')) return null;
      const { data } = now.source.steps!.trace.scores;
      const negatives = data.filter((score) => score < 0).length;
      return {
        facts: {
          query: now.queries[cell.row]!,
          key: now.keys[cell.column]!,
          size: String(now.headDim),
          score: decimal(data[cell.row * now.keys.length + cell.column]!),
          scores: String(data.length),
          negatives: String(negatives),
          least: decimal(Math.min(...data)),
        },
        right: 1, // the score is linear in the query
      };
    },
  },
];
