// The reference of “it”: a head attends from a pronoun to its antecedent, and another from a subject to its predicate,
// at any distance.
import { indexOfWord, isSentence, isWord, PRONOUN_HEAD, sentence, sentenceAt, indexOfMatchingWord } from '../words.js';
import { count, percent } from '../facts.js';
import type { Step } from '../step.js';

const view = 'sentence';

export const it: readonly Step[] = [
  {
    open: sentenceAt('tired', { en: 3, zh: 3 }, { ...PRONOUN_HEAD, view, controls: 'cell' }), // “on”, 上
    check: (now) => {
      const { query } = now;
      if (!isWord(now.queries[query], 'it') || !isSentence(now.state.text, 'tired')) return null;
      const [first, second] = now.ranking(query);
      return {
        facts: {
          it: now.queries[query]!,
          first: first!.word,
          share: percent(first!.share),
          second: second!.word,
          secondShare: percent(second!.share),
        },
        right: indexOfMatchingWord(first!.word, ['cat', 'mat', 'tired']),
      };
    },
  },
  {
    open: sentence('tired', { ...PRONOUN_HEAD, view, controls: 'text,card' }),
    check: (now, opened) => {
      if (!isSentence(now.state.text, 'soft')) return null;
      const [query, before] = [indexOfWord(now.queries, 'it'), indexOfWord(opened.queries, 'it')];
      const [first, was] = [now.ranking(query)[0]!, opened.ranking(before)[0]!];
      return {
        facts: {
          it: now.queries[query]!,
          was: was.word,
          wasShare: percent(was.share),
          first: first.word,
          share: percent(first.share),
        },
        right: indexOfMatchingWord(first.word, ['cat', 'mat', 'soft']),
      };
    },
  },
  {
    open: sentenceAt('far', { en: 9, zh: 12 }, { attention: 'encoder', head: 'syntax', view, controls: 'cell' }), // “old”
    check: (now) => {
      const { query } = now;
      if (!isWord(now.queries[query], 'key') || !isSentence(now.state.text, 'far')) return null;
      const [first] = now.ranking(query);
      return {
        facts: {
          from: now.queries[query]!,
          first: first!.word,
          share: percent(first!.share),
          between: count(Math.abs(first!.key - query) - 1),
        },
        right: indexOfMatchingWord(first!.word, ['uncle', 'table', 'rusty']),
      };
    },
  },
];
