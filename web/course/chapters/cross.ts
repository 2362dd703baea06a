// Course chapter on cross-attention: queries from one text, keys and values from another.
import { isWord, sentence, sentenceAt, stage } from '../words.js';
import { percent } from '../facts.js';
import type { Step } from '../step.js';

export const cross: readonly Step[] = [
  {
    open: sentence('tired', { attention: 'encoder', ...stage('softmax'), view: 'matrix', controls: 'cell' }),
    figure: 'attention-types',
    check: (now) =>
      now.source.headRef.attention === 'cross'
        ? {
            facts: { queries: String(now.queries.length), keys: String(now.keys.length) },
            right: now.source.run!.tokens.length === now.keys.length ? 1 : 0,
          }
        : null,
  },
  {
    open: sentenceAt('tired', { en: 12, zh: 9 }, { attention: 'cross', view: 'sentence', controls: 'cell' }), // indices of “了” and “was”
    check: (now) => {
      const query = now.state.query;
      if (query <= 0 || now.source.headRef.attention !== 'cross') return null;
      const [first] = now.ranking(query); // undefined for a query beyond the end of a shorter text
      if (!first || !isWord(first.word, 'cat')) return null;
      return {
        facts: {
          word: now.queries[query]!,
          first: first.word,
          share: percent(first.share),
        },
        right: first.weight > 0.5 ? 0 : 1,
      };
    },
  },
];
