// Texts of the page around the element in English. `page-zh.ts` has the same keys.
import { OPENING_SENTENCES } from './opening.js';

export const pageEn = {
  tagline: 'Transformer attention, computed as you watch',
  offline: 'Everything is computed on this device. Nothing you type leaves it.',
  licenses: 'Open-source licenses',
  theme: 'Light or dark theme',
  language: '中文',
  languageLabel: '切换到中文',

  sections: {
    label: 'Sections',
    names: { sentence: 'Sentence', computed: 'How it is computed', story: 'Story', learn: 'Learn', lab: 'Lab' },
    training: 'Watch it learn',
  },
  /** The page's opening section. */
  opening: {
    question: 'What does “it” refer\u00a0to: the cat or the mat?',
    /** Word that the question is about. */
    asked: 'it',
    anyQuestion: 'Select a word: which words does it attend to?',
    story: 'How does the story go on, and where does the model look for it?',
    change: 'Change one word:',
    before: '… because it was',
    words: ['tired', 'soft'] as readonly [string, string],
    sentences: OPENING_SENTENCES.en,
    ways: {
      computed: 'See how it is computed',
      story: 'Let it tell a story',
      learn: 'Learn step by step',
      lab: 'Open the lab',
      training: 'Watch a model learn',
    },
  },
};
