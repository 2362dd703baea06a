// The texts of the course, in English.
import type { ChapterId } from '../chapters.js';
import type { TraceStep } from '../../teaching/index.js';

interface ChapterTexts {
  title: string;
  /** For each step its paragraphs, and what the learner is asked to do; '': nothing. */
  steps: readonly { text: readonly string[]; task: string }[];
}

export const courseEn = {
  name: 'Course',
  begin: 'Learn attention step by step',
  resume: 'Continue the course',
  chapter: 'Chapter',
  close: 'Close the course',
  back: 'Back',
  next: 'Next',
  finish: 'Finish',
  chapters: {
    why: {
      title: 'Why attention?',
      steps: [
        {
          text: [
            'What was rusty? Nineteen words stand between “key” and “rusty”.',
            'A recurrent network reads one token at a time and keeps a state of fixed size. The chart shows how strongly each token still affects the last state of such a network. Every token in between weakens the effect, and almost nothing is left of the first tokens.',
          ],
          task: '',
        },
        {
          text: [
            'Attention connects every token directly to every other token, however far apart they are.',
            'This head was trained on grammar: each token should attend to the word it depends on.',
          ],
          task: 'Select “key”. It attends to “rusty”, at the other end of the sentence.',
        },
      ],
    },
    weights: {
      title: 'Attention weights',
      steps: [
        {
          text: [
            'One token is the query. Its attention weights say how much it attends to each token of the sentence. The thicker the arc, the larger the weight. The weights of one query sum to 1.',
            'Here the query is “it”. This head was trained to find what a pronoun refers to. This sentence was not in its training data.',
          ],
          task: 'Select another token. What does it attend to?',
        },
        {
          text: [
            'In “because it was tired”, “it” is the cat. What happens when the last word changes?',
            'The head is not always right. The model card says how often it is, and shows where it fails.',
          ],
          task: 'Replace “tired” with “soft”. What does “it” attend to now?',
        },
        {
          text: [
            'The weights of all queries form a matrix, with one row for each query and one column for each key. Every row sums to 1.',
          ],
          task: 'Click a cell. Beside the matrix you see its query, its key, and how its value is computed.',
        },
      ],
    },
    'query-key-value': {
      title: 'Query, key and value',
      steps: [
        {
          text: [
            'Think of a library. You come with a question, the query. Each book has a label on its spine, the key, and a text inside, the value. You compare your question with every label, and you read most in the books whose labels match.',
            'Attention computes all three from the vector X of each token, with three learned matrices: Q = X·W_Q, K = X·W_K, V = X·W_V.',
          ],
          task: '',
        },
        {
          text: [
            'The dot product compares the query of one token with the key of another: multiply the numbers in pairs and add the products. The larger the sum, the better the key matches the query.',
          ],
          task: 'Click a cell of the matrix and follow the dot product q·k.',
        },
        {
          text: [
            'The output for a token is a weighted sum of all values. A value with a large weight contributes much, the others little. In a library you would pick one book. Attention reads a little in all of them.',
          ],
          task: '',
        },
      ],
    },
    formula: {
      title: 'The formula in five steps',
      steps: [
        {
          text: [
            '1. Scores. Q·Kᵀ compares every query with every key. The result is a matrix of n × n numbers of any size and sign.',
          ],
          task: '',
        },
        {
          text: [
            '2. Scaling. Every score is divided by √d, where d is the length of a query vector. The next chapter shows why.',
          ],
          task: '',
        },
        {
          text: [
            '3. Mask. Where a query may not attend to a key, the score becomes −∞. Here the causal mask is on: no token attends to the tokens after it.',
          ],
          task: '',
        },
        {
          text: [
            '4. Softmax. Raise e to the power of each score and divide by the sum of the row. The results are weights between 0 and 1. A score of −∞ gives exactly 0.',
          ],
          task: 'Click a cell and check the division.',
        },
        {
          text: [
            '5. Weighted sum. Multiply each value by its weight and add them up. The sum is the output of the head for this token.',
          ],
          task: 'Go one stage further: the outputs of all heads are concatenated and multiplied by W_O.',
        },
      ],
    },
    scale: {
      title: 'Why divide by √d?',
      steps: [
        {
          text: [
            'A score is a sum of d products, so scores grow with d. Without the division they are √d times as large, and the softmax puts more weight on the largest score of each row.',
          ],
          task: 'Turn off “Divide by √d” and watch the largest weight of each row.',
        },
        {
          text: [
            'Here this is measured with random queries and keys whose components have variance 1. The variance of their scores is about d; divided by √d, it is about 1.',
            'Without the division, the largest weight approaches 1 as d grows. The gradient suffers too. At d = 64 its norm is about the same with and without the division. At d = 1024 it is less than half, so less of the error signal gets back to queries and keys.',
          ],
          task: 'Move d to 1024 and compare the two columns.',
        },
        {
          text: [
            'The temperature is a second divisor. A high temperature makes the weights of a row more even. A low one concentrates them on the largest score.',
          ],
          task: 'Set the temperature to 2 or more.',
        },
      ],
    },
    masks: {
      title: 'Masks',
      steps: [
        {
          text: [
            'A model that writes a text must not see tokens that it has not written yet. The causal mask hides from each token all tokens after it: above the diagonal every score becomes −∞, and every weight 0.',
          ],
          task: 'Turn on the causal mask.',
        },
        {
          text: [
            'Sentences that are processed together are padded to the same length. No token may attend to padding, so whole columns are masked.',
          ],
          task: 'Turn the last token into padding.',
        },
        {
          text: ['A mask can have any pattern. What does “it” attend to when it may not attend to “cat”?'],
          task: 'Turn on “Edit mask” and click the cell in row “it”, column “cat”.',
        },
      ],
    },
    heads: {
      title: 'Many heads',
      steps: [
        {
          text: [
            'One head has one matrix of weights for a sentence. To attend to several things at once, a layer has several heads, each with its own W_Q, W_K and W_V. These are all heads of the encoder, layer by layer.',
            'Some heads were supervised: training taught them what to attend to. The others were not. What they attend to was measured afterwards, and not all of them follow a simple pattern.',
          ],
          task: 'Sort the heads by what they do.',
        },
        {
          text: [
            'This head was supervised on grammar: each token should attend to the word it depends on. Select a few tokens. What does “mat” depend on? What does “tired”? The model card says how often the head is right.',
          ],
          task: '',
        },
        {
          text: [
            'What does a head contribute? Switch it off, so that its output is 0, and compare. Each layer works on the output of the layer below: the other heads of its layer stay as they are, and the heads above change, some more than others.',
            'The head selected here is in layer 1 and attends to the previous token. When it is off, each panel shows how much the weights of a head differ from before.',
          ],
          task: 'Click “Switch off this head”. Which heads above it change most?',
        },
      ],
    },
    'attention-types': {
      title: 'Self-attention and cross-attention',
      steps: [
        {
          text: [
            'The formula is always the same. The types of attention differ in where Q, K and V come from, and in which keys a query may attend to. The numbers in the table are those of this sentence.',
          ],
          task: '',
        },
        {
          text: [
            'Causal self-attention, in the decoder: the model writes a translation token by token. Each token attends to itself and to the tokens before it. Beside the matrix you see which tokens are most likely to come next, with their probabilities.',
          ],
          task: '',
        },
        {
          text: [
            'Cross-attention: the queries come from the translation, the keys and values from the sentence. This head was supervised to find the word that a token translates.',
          ],
          task: 'Select a token of the translation. Which word does it translate?',
        },
      ],
    },
    cost: {
      title: 'What attention costs',
      steps: [
        {
          text: [
            'Every token attends to every token, so n tokens have n² weights. For n = 100,000 the weights of one head take 40 GB.',
            'A fused pass computes the same output without storing the matrix. A sliding window lets each token attend only to its neighbors. Linear attention replaces the softmax, and its cost grows with n instead of n². Change n and measure on your own device.',
          ],
          task: 'Measure one of them.',
        },
      ],
    },
    exercises: {
      title: 'Exercises',
      steps: [
        {
          text: [
            'Three tokens, two numbers each: compute the attention yourself. Use √2 = 1.414; two decimals are enough. You can leave later steps empty and check what you have.',
          ],
          task: 'Get all steps right.',
        },
        {
          text: [
            'This model reads English and Chinese. Does the pronoun head still find its noun when a sentence uses both?',
          ],
          task: 'Write a sentence in Chinese and English.',
        },
        {
          text: [
            'This head was not supervised. Predict first: what happens to its weights when the scores are no longer divided by √d?',
          ],
          task: 'Make a prediction, then check it.',
        },
      ],
    },
  } satisfies Record<ChapterId, ChapterTexts>,
  recurrence: {
    title: 'Effect of each token on the last state',
    note: 'A recurrent network with 16 units and random, untrained weights, h_t = tanh(W·h_t₋₁ + U·x_t). The bars show the norm of ∂h_n/∂x_t, relative to the last token.',
  },
  saturation: {
    scaled: 'divided by √d',
    unscaled: 'not divided',
    variance: 'variance of the scores',
    entropy: 'entropy of the weights',
    largest: 'largest weight',
    gradient: 'norm of the softmax gradient',
    note: (keys: number, queries: number) =>
      `Means over ${queries} random queries, each with the same ${keys} random keys. The components are drawn from a normal distribution with a fixed seed.`,
  },
  attentionTypes: {
    title: 'Types of attention compared',
    columns: ['Q from / K, V from', 'heads × queries × keys', 'weights', 'parameters', 'used in'],
    names: { single: 'one head', encoder: 'encoder', decoder: 'decoder', cross: 'cross' },
    sources: {
      single: 'sentence / sentence',
      encoder: 'sentence / sentence',
      decoder: 'translation / translation',
      cross: 'translation / sentence',
    },
    uses: {
      single: 'explanations',
      encoder: 'encoder layers',
      decoder: 'decoder layers, with a causal mask',
      cross: 'decoder layers, attending to the encoder output',
    },
    parameters: (times: number, count: string) => `${times}·d² = ${count}`,
    note: (embedDim: number, heads: number) =>
      `Each token is a vector of d = ${embedDim} numbers; each layer has ${heads} heads. A single head of the full size d needs no W_O, so it has 3·d² parameters instead of 4·d². Masked weights are not counted.`,
  },
  cost: {
    tokens: 'Number of tokens',
    columns: ['multiply-adds', 'memory', 'measured here'],
    methods: { full: 'whole matrix', fused: 'fused, exact', window: 'window of 256', linear: 'linear' },
    measure: 'Measure',
    took: (milliseconds: number, tokens: string) =>
      `${milliseconds < 1000 ? `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`} (n = ${tokens}) `,
    tooLarge: 'too large for a web page',
    running: 'Computing …',
    cancel: 'Cancel',
    note: (headDim: number) =>
      `One head with d = ${headDim}, in float32. The window is exact for the tokens inside it; linear attention is not softmax attention and gives another output.`,
  },
  exercise: {
    inputs: 'The inputs. You can change these numbers too.',
    compute: 'Your results. There is no mask.',
    steps: {
      scores: 'Q·Kᵀ',
      scaled: '÷ √2',
      masked: 'mask',
      weights: 'softmax',
      output: 'weights·V',
    } satisfies Record<TraceStep, string>,
    hints: {
      scores: 'Multiply row i of Q and row j of K number by number, then add.',
      scaled: 'Divide each score by 1.414.',
      masked: '',
      weights: 'Raise e to the power of each number in the row, then divide by the sum of the row. Each row sums to 1.',
      output: 'Multiply each row of V by its weight, then add the rows.',
    } satisfies Record<TraceStep, string>,
    cell: (matrix: string, row: number, column: number) => `${matrix}, row ${row}, column ${column}`,
    check: 'Check',
    show: 'Show the solution',
    shown: 'This is the solution, rounded to two decimals.',
    wrong: (step: string, row: number, column: number, got: string) =>
      `The first mistake is in ${step}, row ${row}, column ${column}: ${got} is not right.`,
    rightSoFar: (steps: number): string => (steps === 0 ? 'Fill in the first step.' : 'Right so far.'),
    next: (step: string) => `Next: ${step}.`,
    allRight: 'Everything is right.',
  },
  prediction: {
    question: 'Without √d the largest weight of a row …',
    answers: { sharper: 'grows', same: 'stays the same', flatter: 'shrinks' },
    check: 'Check',
    right: 'Right.',
    wrong: (what: string) => `Not quite: it ${what}.`,
    numbers: (baseline: string, now: string) => `On average it was ${baseline}; now it is ${now}.`,
  },
};

export type CourseTexts = typeof courseEn;
