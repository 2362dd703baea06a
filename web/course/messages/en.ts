// The texts of the course, in English.
import type { ChapterId } from '../chapters.js';
import type { HandStep } from '../../engine/by-hand.js';

interface ChapterTexts {
  title: string;
  /** For each beat its paragraphs, and what the reader is asked to do; '': nothing. */
  beats: readonly { text: readonly string[]; task: string }[];
}

export const courseEn = {
  name: 'Course',
  begin: 'Learn attention, step by step',
  goOn: 'Go on with the course',
  chapter: 'Chapter',
  close: 'Close the course',
  back: 'Back',
  next: 'Next',
  finish: 'Finish',
  chapters: {
    why: {
      title: 'Why attention at all',
      beats: [
        {
          text: [
            'What was rusty? Between “key” and “rusty” stand almost twenty words.',
            'A recurrent network reads word after word and keeps one state of fixed size. Below is such a network, computed here: how much its last state still changes when a word at the beginning changes. With every word on the way, a part of it is lost.',
          ],
          task: '',
        },
        {
          text: [
            'Attention has no way to go: every word can look at every other one directly, in one step, however far away.',
            'This head was trained to look from each word to the word it depends on.',
          ],
          task: 'Choose the word “key”: it looks across the whole sentence, at “rusty”.',
        },
      ],
    },
    spotlight: {
      title: 'The spotlight',
      beats: [
        {
          text: [
            'One word asks, and light falls on the words that it hears. The brighter the beam, the greater the weight. All weights of one asking word sum to 1.',
            'Here the word “it” asks. This head was trained to find what a pronoun refers to, and this sentence was never in its training.',
          ],
          task: 'Choose another word: who hears whom?',
        },
        {
          text: [
            'In “because it was tired”, the cat is meant. What changes if the last word is another one?',
            'It is right in three of four natural sentences; the model card says where it fails.',
          ],
          task: 'Replace “tired” by “soft” in the sentence, and look where the light goes.',
        },
        {
          text: [
            'All spotlights together make a square: each row is one word that asks, each column one that answers. A row sums to 1.',
          ],
          task: 'Click a cell: it says which two words it joins, and how the number comes about.',
        },
      ],
    },
    search: {
      title: 'Query, key and value: a search',
      beats: [
        {
          text: [
            'In a library you have a question (query). Each book has a label (key) and a content (value). You compare the question with all labels, and read most in the books whose labels fit.',
            'Attention makes all three of each word’s vector X by three matrices that were learned: Q = X·W_Q, K = X·W_K, V = X·W_V.',
          ],
          task: '',
        },
        {
          text: [
            'The question of one word meets the labels of all: numbers are multiplied one by one and added up. A large sum says “this fits”.',
          ],
          task: 'Click a cell of the square, and follow q·k number by number.',
        },
        {
          text: [
            'At the end each word takes a mixture of all values: much of those that fit, little of the others. Unlike in a library, nobody has to choose one book.',
          ],
          task: '',
        },
      ],
    },
    steps: {
      title: 'Five steps',
      beats: [
        {
          text: [
            '1. Scores. Q·Kᵀ compares every word that asks with every word that answers: n × n numbers, of any size and sign.',
          ],
          task: '',
        },
        {
          text: [
            '2. Scale. All scores are divided by √d, where d is the length of a query. The next chapter shows why.',
          ],
          task: '',
        },
        {
          text: [
            '3. Mask. What may not be heard becomes −∞. Here the causal mask is on: no word hears those that come after it.',
          ],
          task: '',
        },
        {
          text: [
            '4. Softmax. e to the power of each score, divided by the sum of its row: weights between 0 and 1. Of −∞ becomes exactly 0.',
          ],
          task: 'Click a cell, and check the division.',
        },
        {
          text: ['5. Mix. Each word gathers the values of all words, each as loud as its weight.'],
          task: 'Go one stage further: the heads are put side by side and multiplied by W_O.',
        },
      ],
    },
    scale: {
      title: 'Why divide by √d',
      beats: [
        {
          text: [
            'A score is a sum of d products. The more there are, the farther from 0 it gets: its variance is about d. Dividing by √d makes it 1 again.',
          ],
          task: 'Take the scale away: clear “Divide by √d”, and watch the weights.',
        },
        {
          text: [
            'For queries and keys of random numbers one can measure what that does. Without the scale the softmax soon gives everything to one word, and the norm of its gradient goes to 0: from such a head nothing can be learned. Below it is measured in this moment.',
          ],
          task: 'Move d to 1024.',
        },
        {
          text: [
            'A temperature does the same by hand: scores are divided by it. High, and the weights become even; low, and one word takes all.',
          ],
          task: 'Move the temperature to 2 or more.',
        },
      ],
    },
    masks: {
      title: 'Masks: who may hear whom',
      beats: [
        {
          text: [
            'A model that writes must not see what it has not written yet. The causal mask hides, from each word, all words after it: above the diagonal everything is −∞, and after the softmax 0.',
          ],
          task: 'Turn the causal mask on.',
        },
        {
          text: [
            'Sentences that are computed together are filled up to one length. Nobody may hear the filling: whole columns are masked.',
          ],
          task: 'Make the last words padding.',
        },
        {
          text: ['A mask is any pattern you like. What happens to “it” when it may not hear “cat”?'],
          task: 'Turn on “Paint the mask”, and click the cell in the row “it” and the column “cat”.',
        },
      ],
    },
    heads: {
      title: 'Many heads: many experts',
      beats: [
        {
          text: [
            'One head can ask one question. So there are several, each with its own W_Q, W_K and W_V, and each smaller. These are all of this model, layer above layer.',
            'Four of the model’s heads were told in training what to look at; the others found something by themselves. What they do was measured.',
          ],
          task: 'Sort the heads by what they do.',
        },
        {
          text: [
            'This head was trained for grammar: each word looks at the word it depends on. Take your time, and choose words: what does “mat” depend on, and what “tired”?',
          ],
          task: '',
        },
        {
          text: [
            'What is a head good for? Take it away and see what becomes of the others. A head in the first layers changes what all layers above it hear.',
          ],
          task: 'Choose a head of layer 1, and silence it.',
        },
      ],
    },
    kinds: {
      title: 'Self, causal and cross attention',
      beats: [
        {
          text: [
            'The mathematics is the same. What differs is where Q, K and V come from, and who may hear whom. All numbers are of the sentence on the stage.',
          ],
          task: '',
        },
        {
          text: [
            'Causal attention: the translation as the model writes it. Each piece hears itself and those before it. Beside the stage stands what may come next, with its probability.',
          ],
          task: '',
        },
        {
          text: [
            'Cross attention: each piece of the translation asks, the words of the sentence answer. This head was trained to find the word that a piece translates.',
          ],
          task: 'Choose a piece of the translation: which word does it come from?',
        },
      ],
    },
    cost: {
      title: 'What it costs',
      beats: [
        {
          text: [
            'Everyone hears everyone: n words make n² weights. With 100,000 words these are 40 GB for one head.',
            'A fused pass computes the same result without ever holding the matrix. A window hears only its neighbours; linear attention sums all keys up. Move n, and measure on your own device.',
          ],
          task: 'Measure one of them.',
        },
      ],
    },
    exercises: {
      title: 'Exercises',
      beats: [
        {
          text: [
            'Three words, two numbers each. Compute the attention yourself, with √2 = 1.414; two decimals are enough. Leave later steps empty, and check as far as you are.',
          ],
          task: 'Get all steps right.',
        },
        {
          text: [
            'Words of both languages go into one model here. Does the head for pronouns still find its noun when the sentence is mixed?',
          ],
          task: 'Write a sentence in which Chinese and English are mixed.',
        },
        {
          text: [
            'On the stage is a head that was left free. Guess first: what becomes of its weights when the scores are no longer divided by √d?',
          ],
          task: 'Make a guess, and look.',
        },
      ],
    },
  } satisfies Record<ChapterId, ChapterTexts>,
  recurrence: {
    title: 'What is left of each word in the last state',
    note: 'A recurrent network of 16 numbers with random, untrained weights: h = tanh(W·h + U·x). Shown is the norm of ∂h/∂x, the last word’s being 1.',
  },
  saturation: {
    scaled: 'with √d',
    unscaled: 'without',
    variance: 'variance of the scores',
    entropy: 'entropy of the weights',
    largest: 'largest weight',
    gradient: 'norm of the gradient',
    note: (keys: number, queries: number) =>
      `Means over ${queries} random queries that hear ${keys} random keys; normal numbers, always the same ones.`,
  },
  kinds: {
    title: 'Kinds of attention compared',
    columns: ['Q / K, V from', 'heads × asks × answers', 'weights', 'parameters', 'used in'],
    names: { single: 'one head', self: 'self', causal: 'causal', cross: 'cross' },
    sources: {
      single: 'sentence / sentence',
      self: 'sentence / sentence',
      causal: 'translation / translation',
      cross: 'translation / sentence',
    },
    uses: { single: 'to explain', self: 'encoder', causal: 'decoder', cross: 'decoder, hearing the encoder' },
    parameters: (times: number, count: string) => `${times}·d² = ${count}`,
    note: (embedDim: number, heads: number) =>
      `d = ${embedDim} numbers per word, ${heads} heads. One head with the whole d needs no W_O: 3·d² parameters in place of 4·d². Weights: those that the mask allows.`,
  },
  cost: {
    words: 'Number of words',
    columns: ['multiply-adds', 'memory', 'measured here'],
    ways: { full: 'all at once', fused: 'fused, exact', window: 'window of 256', linear: 'linear' },
    measure: 'Measure',
    took: (milliseconds: number, words: string) =>
      `${milliseconds < 1000 ? `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`} (n = ${words}) `,
    tooMuch: 'too much memory for a page',
    running: 'Computing …',
    cancel: 'Cancel',
    note: (headDim: number) =>
      `One head of d = ${headDim}, float32. Fused, window and linear are computed by the same engine that draws the stage; all but linear are exact for the words that they hear.`,
  },
  byHand: {
    given: 'Given. You may change these numbers too.',
    compute: 'Yours. The mask is left out: every word hears every word.',
    steps: {
      scores: 'Q·Kᵀ',
      scaled: '÷ √2',
      masked: 'mask',
      weights: 'softmax',
      output: 'weights·V',
    } satisfies Record<HandStep, string>,
    hints: {
      scores: 'Row i of Q times row j of K: number by number, then add.',
      scaled: 'Each score divided by 1.414.',
      masked: '',
      weights: 'e to each number of the row, divided by the row’s sum. A row sums to 1.',
      output: 'Each row of V times its weight, added up.',
    } satisfies Record<HandStep, string>,
    cell: (matrix: string, row: number, column: number) => `${matrix}, row ${row}, column ${column}`,
    check: 'Check',
    show: 'Show the solution',
    shown: 'These are the right numbers, rounded.',
    wrong: (step: string, row: number, column: number, got: string) =>
      `The first wrong cell: ${step}, row ${row}, column ${column}; it is not ${got}.`,
    rightSoFar: (steps: number): string => (steps === 0 ? 'Fill in the first step.' : 'Right so far.'),
    next: (step: string) => `Next: ${step}.`,
    allRight: 'All of it is right.',
  },
  predict: {
    question: 'Without √d the largest weight of a row …',
    guesses: { sharper: 'grows', same: 'stays as it is', flatter: 'shrinks' },
    look: 'Look',
    right: 'Right.',
    wrong: (what: string) => `Not so: it ${what}.`,
    numbers: (before: string, after: string) => `On average it was ${before}, now it is ${after}.`,
  },
};

export type CourseTexts = typeof courseEn;
