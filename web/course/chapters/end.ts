// Last chapter of the course: a summary, a quiz, and a sentence of the learner's own.
import { PRONOUN_HEAD, SENTENCES, sentence } from '../words.js';
import { percent } from '../facts.js';
import type { Step } from '../step.js';

const isOwn = (text: string): boolean =>
  !Object.values(SENTENCES).some((each) => Object.values(each).some((known) => known === text.trim()));

export const end: readonly Step[] = [
  { open: sentence('tired'), figure: 'summary', alone: true },
  { open: sentence('tired'), figure: 'quiz', alone: true },
  {
    open: sentence('tired', { ...PRONOUN_HEAD, view: 'sentence', controls: 'text,cell' }),
    figure: 'share',
    check: (now) => {
      const { queries, query } = now;
      if (!isOwn(now.state.text) || queries.length < 4) return null;
      const first = now.ranking(query)[0]!;
      return {
        facts: { word: queries[query]!, first: first.word, share: percent(first.share) },
        right: null, // the head has no right answer that can be checked; only the learner can tell
      };
    },
  },
];
