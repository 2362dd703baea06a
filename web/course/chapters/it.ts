// First chapter of the course, on the word "it": one head attends from a pronoun to its antecedent, another from a
// subject to its predicate, at any distance.
import {
  indexOfWord,
  isSentence,
  isWord,
  PRONOUN_HEAD,
  sentence,
  sentenceAt,
  indexOfMatchingWord,
  type Word,
} from '../words.js';
import { count, percent } from '../facts.js';
import type { Shown } from '../shown.js';
import type { Step } from '../step.js';

const view = 'sentence';

/**
 * Largest change of a weight since the step was opened, in the row of a query word. Only the keys up to "it" are
 * compared, which both sentences have.
 */
function changeOf(now: Shown, opened: Shown, word: Word): number {
  const [after, before] = [now, opened].map((each) => each.weightsOf(indexOfWord(each.queries, word)));
  const keys = indexOfWord(now.keys, 'it') + 1;
  return Math.max(...after!.slice(0, keys).map((weight, key) => Math.abs(weight - before![key]!)));
}

export const it: readonly Step[] = [
  {
    open: sentence('tired', { ...PRONOUN_HEAD, view, controls: 'cell' }), // the query is “it”
    check: (now) => {
      const [it, cat] = [indexOfWord(now.queries, 'it'), indexOfWord(now.queries, 'cat')];
      if (now.query !== cat || !isSentence(now.state.text, 'tired')) return null;
      const [there, back] = [now.weightsOf(it)[cat]!, now.weightsOf(cat)[it]!];
      return {
        facts: { it: now.queries[it]!, cat: now.queries[cat]!, share: percent(there), back: percent(back) },
        right: back < there - 0.05 ? 1 : back > there + 0.05 ? 2 : 0,
      };
    },
  },
  {
    open: sentence('tired', { ...PRONOUN_HEAD, view, controls: 'text,card' }),
    check: (now, opened) => {
      if (!isSentence(now.state.text, 'soft')) return null;
      const [query, before] = [indexOfWord(now.queries, 'it'), indexOfWord(opened.queries, 'it')];
      const [first, was] = [now.ranking(query)[0]!, opened.ranking(before)[0]!];
      const [other, own] = [changeOf(now, opened, 'sat'), changeOf(now, opened, 'it')];
      return {
        facts: {
          it: now.queries[query]!,
          was: was.word,
          wasShare: percent(was.share),
          first: first.word,
          share: percent(first.share),
          other: percent(other),
        },
        right: other < 0.0005 ? 0 : other < own / 2 ? 1 : 2,
      };
    },
  },
  {
    open: sentenceAt('far', { en: 9, zh: 12 }, { attention: 'encoder', head: 'syntax', view, controls: 'cell' }), // index of “old”
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
