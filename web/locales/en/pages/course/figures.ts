// The texts of the course's figures, in English.
import { asLabel } from '../../../head-patterns.js';
import { patterns } from '../../head-patterns.js';

export const figures = {
  /** Tokens in the course's figures that show five tokens. */
  five: ['cat', 'mat', 'sat', 'on', 'the'],
  average: {
    tokens: ['cat', 'sat', 'mat'],
    plane: (points: readonly (readonly [name: string, coordinates: string])[]) =>
      `Values as points of a plane: ${points.map(([name, at]) => `${name} at (${at})`).join(', ')}.`,
    average: 'average',
    output: 'output',
    compute: 'The values are (1, 5), (4, 1) and (7, 3). What is their average?',
    numbers: ['first number', 'second number'],
    check: 'Check',
    right: 'Right.',
    wrong: (number: string) => `The ${number} is not right. Add the three, then divide by 3.`,
    isTheSum: (number: string) => `The ${number} is the sum of the three. Divide it by 3, and it is their average.`,
    weightOf: (token: string) => `weight of “${token}”`,
    sum: 'Together the weights are always 100%.',
    distanceTo: (token: string) => `Distance from the output to “${token}”:`,
  },
  exercise: {
    inputs: 'Given:',
    inputsEditable: 'Given. You can change these numbers:',
    compute: 'Your results:',
    steps: { scores: 'Q·Kᵀ', scaled: '÷ √2', masked: 'mask', weights: 'softmax', output: 'weights·V' },
    hints: {
      scores: (row: number, column: number) =>
        `Multiply row ${row} of Q and row ${column} of K number by number, then add.`,
      scaled: 'Divide each score by 1.414.',
      masked: '',
      weights: 'Raise e to the power of each number in the row, then divide by the sum of the row. Each row sums to 1.',
      output: 'Multiply each row of V by its weight, then add the rows.',
    },
    /** Accessible names of the input fields of each matrix that the learner fills in. */
    fields: {
      Q: (query: number, column: number) => `query ${query}, number ${column}`,
      K: (key: number, column: number) => `key ${key}, number ${column}`,
      V: (key: number, column: number) => `value ${key}, number ${column}`,
      scores: (query: number, key: number) => `score, query ${query}, key ${key}`,
      scaled: (query: number, key: number) => `score divided by √2, query ${query}, key ${key}`,
      weights: (query: number, key: number) => `weight, query ${query}, key ${key}`,
      output: (query: number, column: number) => `output, query ${query}, number ${column}`,
    },
    /** Feedback on wrong numbers, each of which reveals a typical mistake. */
    typical: {
      added: 'That is all numbers added up. First multiply them in pairs, then add the products.',
      dividedByD: 'That is the score divided by d = 2. Divide it by √d, which is 1.414.',
      unscaled: 'That is the softmax of the scores as they are. Take the row that is divided by √2.',
      powers: 'That is e to the power of the number. Now divide it by the sum of the three powers.',
      unweighted: 'That is the average of the values, which all count the same. Multiply each by its weight first.',
    },
    check: 'Check',
    show: 'Show the solution',
    shown: 'This is the solution, rounded to two decimals.',
    wrong: (step: string, row: number, column: number, got: string) =>
      `The first mistake is in ${step}, row ${row}, column ${column}: ${got} is not right.`,
    rightSoFar: (steps: number): string => (steps === 0 ? 'Fill in the first step.' : 'Right so far.'),
    next: (step: string) => `Next: ${step}.`,
    allRight: 'Everything is right.',
  },
  queryNumbers: {
    title: (token: string) => `The query of “${token}”, the second row of Q`,
    number: (index: number, value: string) => `Q[${index}]: ${value}`,
  },
  saturation: {
    scaled: 'divided by √d',
    unscaled: 'not divided',
    variance: 'variance of the scores',
    entropy: 'entropy of the weights (how even they are)',
    largest: 'largest weight',
    gradient: 'norm of the softmax gradient',
    note: (keys: number, queries: number) =>
      `Means over ${queries} random queries, each with the same ${keys} random keys. The numbers are drawn from a normal distribution with a fixed seed.`,
  },
  attentionTypes: {
    title: 'Types of attention compared',
    columns: ['Q from / K, V from', 'heads × queries × keys', 'weights', 'parameters'],
    names: { single: 'one head', encoder: 'encoder', decoder: 'decoder', cross: 'cross' },
    sources: {
      single: 'sentence / sentence',
      encoder: 'sentence / sentence',
      decoder: 'translation / translation',
      cross: 'translation / sentence',
    },
    parameters: (times: number, count: string) => `${times}·d² = ${count}`,
    note: (embedDim: number, heads: number) =>
      `Each token is a vector of d = ${embedDim} numbers; each layer has ${heads} heads. A single head of the full size d needs no W_O, so it has 3·d² parameters instead of 4·d². Masked weights are not counted.`,
  },
  cost: {
    tokens: 'Number of tokens',
    charts: { bytes: 'Memory of one head', multiplyAdds: 'Multiply-adds of one head' },
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
  variants: {
    length: 'Number of tokens',
    run: 'Run all',
    title: 'Methods compared',
    columns: ['multiply-adds', 'memory', 'time here', 'error'],
    names: {
      full: 'whole matrix',
      fused: 'fused (FlashAttention)',
      window: 'window (Longformer)',
      bigbird: 'window, global, random (BigBird)',
      linformer: 'low rank (Linformer)',
      performer: 'random features (Performer)',
      linear: 'linear attention',
    },
    ideas: {
      full: 'every step is stored',
      fused: 'block by block, nothing stored',
      window: '64 tokens on each side',
      bigbird: 'the same, one global token, two random blocks',
      linformer: 'keys and values shortened to 64',
      performer: 'an estimate of the softmax from 256 features',
      linear: 'elu(x) + 1 in place of the softmax',
    },
    milliseconds: (milliseconds: number) => `${milliseconds.toFixed(1)} ms`,
    note: (headDim: number) =>
      `One head with d = ${headDim}. The vectors are random and change little from token to token, as neighbors in a text do; queries and keys are the same. Models that use such a method are trained with it, and get better results than here.`,
  },
  dropout: {
    rate: 'Dropout rate',
    draw: 'Draw',
    draws: (draws: number) => `draws: ${draws}`,
    title: 'Weights of one query',
    sum: 'Sum:',
    note: (rate: string) =>
      `Each weight becomes 0 with a probability of ${rate}. After training, dropout is turned off.`,
  },
  relu: {
    activation: 'From scores to weights',
    activations: { softmax: 'softmax', relu: 'relu' },
    title: 'Weights of one query (in parentheses: the scores)',
    sum: 'Sum:',
    note: 'max(0, score), without a normalization. Papers that use it divide by the number of tokens, or normalize the output.',
  },
  stable: {
    largest: 'Largest score',
    scores: 'scores',
    naive: 'as written: eˣ / Σ eˣ',
    shifted: 'scores minus the largest',
    stable: 'softmax of the engine',
    note: 'e¹⁰⁰ is about 2.7·10⁴³, which float32 cannot hold. Every softmax of Spotlight subtracts the largest score, or knows that the scores are small.',
  },
  precision: {
    format: 'Queries, keys and values as',
    columns: ['one of the numbers', 'memory', 'error of the output'],
    note: (tokens: number, size: number) =>
      `${tokens} random tokens of ${size} numbers. int8 has one scale for each row. The error is the distance from the output with float32, as a share of its length.`,
  },
  block: {
    blocks: 'Blocks:',
    post: 'post-norm',
    pre: 'pre-norm',
    title: 'Standard deviation of the numbers after so many blocks',
    note: (tokens: number, size: number) =>
      `${tokens} random tokens of ${size} numbers, through blocks with 4 heads and random weights (Xavier). The LayerNorm adds eps = 10⁻⁵ to the variance, so that it never divides by 0.`,
  },
  positions: {
    kind: 'Positions',
    kinds: { none: 'none', sinusoidal: 'sinusoidal', rotary: 'rotary' },
    words: ['dog', 'bites', 'man'],
    space: ' ',
    output: 'output for “bites”',
    difference: 'Largest difference between the two outputs:',
    note: (size: number) =>
      `Each word is a random vector of ${size} numbers, and stands for its own query, key and value.`,
  },
  waves: {
    first: 'First position',
    title: 'Position to the right, its numbers from top to bottom; + is red, − is violet',
    product: (one: number, other: number | string) => `p(${one}) · p(${other})`,
    products: (first: number) => `Dot product of position ${first} with every position`,
    note: (size: number, drawn: number) =>
      `Computed for all ${size} numbers of a position; the first ${drawn} are drawn. These are the vectors that the model of this page adds.`,
  },
  rotation: {
    plane: 'Query and key as arrows, before (dashed) and after their rotation',
    query: 'Position of q',
    key: 'Position of k',
    before: 'before',
    after: 'rotated',
    score: 'Score q·k of the rotated vectors:',
    note: 'One pair of numbers, chosen by hand. A head of a large model has 32 or 64 such pairs, and their scores are added up.',
  },
  residual: {
    title: (layer: number) => `What “it” is made of after the attention of layer ${layer}: lengths of the vectors`,
    own: 'x (residual)',
    head: (head: number) => `head ${head} · W_O`,
    bias: 'bias b_O',
    sum: 'their sum: the new x',
    direction: 'Cosine of the angle between the sum and x (1: same direction, 0: at a right angle):',
    note: (size: number) =>
      `Vectors of ${size} numbers of the model of this page. Lengths do not add up: vectors that point in different directions partly cancel.`,
  },
  learning: {
    train: { with: 'Train with positions', without: 'Train without positions', two: 'Train' },
    names: { with: 'with positions', without: 'without positions', two: 'two layers' },
    guessing: 'guessing',
    title: 'Share of right predictions, after so many steps',
    head: (what: string, layer: number, head: number) => `${what}: layer ${layer}, head ${head}`,
    predicted: 'predicts: ',
    behaviors: { previous: asLabel(patterns.previous), job: asLabel(patterns.induction) },
    /** Text alternative of the chart with learning curves: the share of right predictions of each model. */
    curve: (steps: number, shares: readonly (readonly [name: string, share: string])[], guessing: string) =>
      `Share of right predictions after ${steps} steps: ${shares.map(([name, share]) => `${name} ${share}`).join(', ')}. Guessing gives ${guessing}.`,
    matrix: (share: string) =>
      `The weights of one head. Rows are queries, columns are keys. In rows with outlined cells, ${share} of the weight is on them.`,
    /** Text alternative of the list of predicted tokens, in which wrong predictions are only underlined. */
    predictions: (right: number, all: number, tokens: readonly string[]) =>
      `${right} of ${all} predictions are right: ${tokens.join(', ')}`,
    note: 'Shown is the head with the most weight on the outlined cells, which the task needs. In a row without one there is nothing to predict yet; in a row with two, either will do. A prediction with a wavy line is wrong.',
    laboratory: 'See every head of it, and change the model',
  },
  initialization: {
    gain: 'Size of the numbers in W_Q and W_K',
    gains: { '0.1': 'a tenth', '1': 'Xavier', '10': 'ten times' },
    spread: 'standard deviation of the scores ÷ √d',
    largest: 'largest weight, mean over all queries',
    title: 'Weights of the first query',
    note: (tokens: number, size: number) => `${tokens} random tokens of ${size} numbers, 4 heads, before any training.`,
  },
  quiz: {
    right: 'Right.',
    wrong: 'Not quite.',
    questions: [
      {
        question: 'What does a row of the weights say?',
        answers: [
          'how much one token attends to each token',
          'how much each token attends to one token',
          'how similar the tokens of a sentence are',
        ],
        right: 0,
        notes: [
          'A row is a query token, a column is a key token, and the row sums to 1.',
          'That is a column: it belongs to the token that is attended to.',
          'A weight compares the query of one token with the key of another, and both are learned.',
        ],
      },
      {
        question: 'q = (2, 1), k = (1, 3). What is q·k?',
        answers: ['7', '5', '6'],
        right: 1,
        notes: [
          '7 is the sum of all four numbers. Multiply in pairs first.',
          '2·1 + 1·3 = 5: multiply in pairs, then add.',
          '6 is the product of all four numbers. Multiply in pairs, then add.',
        ],
      },
      {
        question:
          'A query gives two values the weights 75% and 25%. The values are (4, 0) and (0, 8). What is the output?',
        answers: ['(2, 4)', '(4, 8)', '(3, 2)'],
        right: 2,
        notes: [
          'That is the average, in which both count the same.',
          'That is the sum without the weights.',
          '0.75 · (4, 0) + 0.25 · (0, 8) = (3, 2).',
        ],
      },
      {
        question: 'Why are scores divided by √d?',
        answers: [
          'so that the weights of a row sum to 1',
          'so that no weight takes almost everything',
          'so that no score is negative',
        ],
        right: 1,
        notes: [
          'The softmax does that, with the division and without it.',
          'Vectors of more numbers have larger scores. Without the division one weight would be almost 1, and the gradient almost 0.',
          'A negative score stays negative when it is divided. The softmax makes the weights positive.',
        ],
      },
      {
        question: 'With the causal mask, the last token is the query. How much does it attend to the first one?',
        answers: ['exactly 0', 'more than 0', 'exactly 1'],
        right: 1,
        notes: [
          'It is the other way round: the first token may not attend to the last one.',
          'The mask hides only tokens that come later. The first token comes earlier, and e to any power is more than 0.',
          'Only the first row has a weight of 1: its token has nothing but itself.',
        ],
      },
      {
        question: 'A text becomes three times as long. The matrix of weights needs …',
        answers: ['3 times the memory', '6 times the memory', '9 times the memory'],
        right: 2,
        notes: [
          'There are three times the rows, but each row is longer, too.',
          'Rows and columns do not add up, they multiply.',
          'n² weights: 3² = 9. A fused pass computes the same without storing the matrix.',
        ],
      },
    ],
  },
  share: {
    link: 'Link to your sentence',
    copy: 'Copy the link',
    copied: 'Copied.',
    note: 'The sentence is in the link itself; it is stored nowhere.',
  },
  summary: {
    done: (done: number, tasks: number) => `${done} / ${tasks}`,
    training: 'And where does a head come from? Watch one being learned, from random weights.',
    learned: {
      it: 'A head attends from “it” to what it refers to. One other word, and the weights change.',
      average: 'An average makes one vector of many, in which all count the same.',
      'weighted-average': 'Weights are shares of a whole. The output is the sum of weight · value.',
      scores: 'W_Q, W_K and W_V make a query, a key and a value of each token. The score is q·k.',
      softmax: 'The softmax turns scores into weights. √d keeps it from choosing too early.',
      positions: 'Without positions order is lost. Waves or rotations give it back, and scores see the distance.',
      masks: 'A masked score is −∞, its weight 0. With the causal mask a model can predict the next token.',
      heads: 'Each head has weights of its own. What one of them does can be measured, and changed.',
      block: 'W_O joins the heads, the residual connection keeps the token, LayerNorm keeps the size.',
      cross: 'Queries from one text, keys and values from another: the same formula.',
      cost: 'n tokens, n² weights. A fused pass stores none; others compute less, with fewer bits, or something else.',
      learning: 'Training makes heads of random numbers; what needs two of them is learned in a moment.',
    },
  },
};

export type FigureTexts = typeof figures;
