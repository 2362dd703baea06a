// The English texts that are loaded with the panels that need them: optional stages, effects of attention, cells, the
// table of numbers, and the view 'heads'.
import { patterns } from './head-patterns.js';
import type { ArithmeticNote } from '../../view/arithmetic/index.js';
import type { HeadOrder } from '../../view/head-order.js';

const meanShare = (pattern: string): string =>
  `The share of the weights on the ${pattern}, on average over the queries that have one.`;

export const details = {
  /** Narration of the stages whose text depends on the model, the mask or the interventions. */
  optionalNarration: {
    /** Narration of the softmax stage if the head is switched off. */
    softmaxOff:
      'The softmax turns each row into weights that add up to 1. This head is switched off: its weights are then set to 0.',
    causallyMasked: 'Here these are all later tokens: the mask is causal.',
    nothingMasked: 'Nothing is masked here: every token may attend to every token, and the scores stay as they are.',
    unscaled: 'The division by √d is switched off.',
    dividedByTemperature: (temperature: string) => `The scores are divided by the temperature, ${temperature}.`,
    rotate: {
      norm: 'The queries and keys of each head are normalized (RMSNorm): only their directions, and a learned weight for each number, decide what matches.',
      rotation:
        'Queries and keys are turned, number by number in pairs, the further on the token stands the more (rotary positions, RoPE). So q\u00a0·\u00a0k depends on how far apart two tokens are.',
      both: 'The queries and keys of each head are normalized (RMSNorm), then turned, the further on the token stands the more (rotary positions, RoPE). So q\u00a0·\u00a0k depends on how far apart two tokens are.',
    },
    cap: (limit: string) =>
      `The scores are capped: cap(x) = c·tanh(x / c), here with c = ${limit}. Small ones stay nearly as they are, and none goes beyond ±${limit}, so that no single score can drown out all others.`,
    bias: 'To each score a bias B is added: a learned number that depends only on how far the key is from the query, and on the head. It tells this attention where tokens stand.',
    /** Narration of the scaling stage for a model that does not divide its scores. */
    unscaledModel: 'This model does not divide by √d: it was trained without, and the scores stay as they are.',
    /** Narration of the scaling stage for a model that divides its scores by another number than √d. */
    otherDivisor: (root: string) =>
      `All scores are divided by √${root}, a number that this model sets itself. Otherwise large scores let the softmax put nearly all weight on one key.`,
  },
  /** Sentences about the vectors that enter a layer, which tell how they were computed. */
  inputOf: {
    untrained: 'It is the token’s embedding plus an encoding of its position.',
    first: (norm: string) =>
      `In layer 1 it is the token’s embedding plus an encoding of its position, normalized (${norm}).`,
    firstWithoutPositions: (norm: string) =>
      `In layer 1 it is the token’s embedding, normalized (${norm}). It does not say yet where the token stands.`,
    later: (layer: number, norm: string) =>
      `In layer ${layer + 1} it is the output of layer ${layer} for this token, normalized (${norm}).`,
    cross: (layer: number, norm: string) =>
      `X is the output of the decoder’s self-attention in layer ${layer + 1}, normalized (${norm}); M is the encoder output.`,
  },
  /** Texts about the effect of a head's attention on the query token. */
  consequence: {
    title: (token: string) => `What became of “${token}”`,
    similarity: 'Similarity of its vector (cosine) to that of',
    before: 'before this layer',
    after: 'after it',
    withoutHead: 'without this head',
    translation: 'The translation, by a small model that makes mistakes:',
    translationWithoutHead: 'With this head switched off:',
    same: 'the same',
    next: 'What comes after it, most likely:',
    nextWithoutHead: 'With this head switched off:',
    little: (token: string) =>
      `One head rarely decides alone. Here the model writes the same without it: the residual connection and the other heads carry “${token}” on, too.`,
  },
  /** Descriptions of the scene that screen readers read aloud. */
  spoken: {
    /** Word that replaces the symbol of a translation's start token. */
    start: 'start',
    tokens: (tokens: number) => (tokens === 1 ? 'The text has one token.' : `The text has ${tokens} tokens.`),
    embed: (query: string, size: number) =>
      `The vector of “${query}” has ${size} numbers, as has that of every other token.`,
    project: (query: string, size: number) =>
      `“${query}” gets a query of ${size} numbers, and every token a key and a value of as many.`,
    score: (
      query: string,
      [best, most]: readonly [key: string, score: string],
      [worst, least]: readonly [key: string, score: string],
    ) =>
      `The query of “${query}” is multiplied with each key, number by number, and the products are added. With “${best}” the sum, its score, is the largest, ${most}; with “${worst}” the smallest, ${least}.`,
    scale: (root: string, key: string, score: string) =>
      `All scores are divided by √${root}. The largest, that of “${key}”, is now ${score}.`,
    mask: (query: string, masked: number, keys: number) =>
      `${masked} of the ${keys} scores of “${query}” are set to minus infinity, so that their weights become 0.`,
    softmax:
      'e to the power of each score, divided by the sum of all these powers, is its weight. The weights add up to 100%.',
    others: (shares: readonly string[]) => `It takes less from others: ${shares.join(', ')}.`,
    sum: (query: string, shares: readonly string[]) =>
      `The values are multiplied by their weights and added. The output of “${query}” takes ${shares.join(', ')}.`,
    output: (query: string, heads: number, size: number) =>
      `The outputs of all ${heads} heads are concatenated and projected. “${query}” has a new vector of ${size} numbers.`,
    head: (head: string) => `Selected is ${head}.`,
    numbers: {
      scores: 'score',
      scaled: 'scaled score',
      capped: 'capped score',
      biased: 'score with bias',
      masked: 'masked score',
      weights: 'weight',
    },
    cell: (what: string, query: string, key: string, number: string) =>
      `The ${what} of “${query}” for “${key}” is ${number}.`,
    element: (token: string, vector: string, index: number, number: string) =>
      `“${token}”, ${vector}, index ${index}: ${number}.`,
    parameter: (matrix: string, row: number, column: number, number: string) =>
      `${matrix}, row ${row}, column ${column} (counted from 0): ${number}.`,
  },
  notes: {
    notScaled: 'The division by √d is switched off: the score stays as it is.',
    allMasked: 'Every key of this row is masked: its weights are 0.',
    switchedOff: 'This head is switched off: its weights are set to 0.',
    whyMaximum:
      'e^(x − max): max, the row’s largest score, is subtracted so that no power of e overflows. The weights stay the same.',
    headOutput: 'A·V: the weights A times the values V.',
    bias: 'The last number is the bias b, which is learned.',
    counting: 'Numbers in brackets count from 0.',
    unscaledModel: 'This model does not divide: the score stays as it is.',
    cap: 'c × tanh(x ÷ c): near 0 a score hardly changes, and none goes beyond c.',
    distance:
      'The last number is the bias of this distance from the query to the key. It is learned, and each head has its own.',
    rotary:
      'RoPE: two numbers a and b are turned by an angle that grows with the position of the token: a × cos + b × sin.',
    notRotated: 'This number is not turned: only the first ones of each query and key are.',
    headNorm:
      'RMSNorm: divide the number of the projection X·W by the root of the mean of the squares of all in this head, multiply by a learned weight.',
    rmsNorm:
      'RMSNorm: divide the token’s number x by the root of the mean of the squares of all its numbers, multiply by a learned weight.',
    layerNorm:
      'LayerNorm: subtract the mean of the token’s numbers x, divide by their standard deviation, multiply by a learned weight, add a learned bias.',
    embedding: 'The token’s embedding plus the encoding of its position.',
    table:
      'x is the sum of the token’s rows of the embedding table, each times its factor, and of the encoding of its position.',
    tokenTable: 'x stands in the token’s row of the embedding table.',
    residual:
      'x is what the layers before have added up: the first number is the input of the last block, the others are the outputs of its attention and its feed-forward layer.',
    parameter: 'A learned number: training has found it, and it is the same for every sentence.',
    crossResidual: 'x is the input of the decoder’s self-attention in this layer plus its output.',
  } satisfies Record<ArithmeticNote, string>,
  /** Accessible name of the card that explains a matrix cell. */
  cell: (from: string, to: string) => `Cell: ${from}, ${to}`,
  arithmetic: 'Arithmetic',
  moreTerms: (count: number) => ` (sum of ${count} more)`,
  showAllTerms: 'Show all terms',
  showLargestTerms: 'Show the largest terms only',
  change: (baseline: string, now: string) => `With your experiment: ${baseline} → ${now}`,
  attentionSteps: {
    scores: 'Scores, Q·Kᵀ',
    scaled: 'Scaled scores',
    capped: 'Capped scores',
    biased: 'Scores with bias',
    masked: 'Masked scores',
    weights: 'Weights',
  },
  tableHint: 'Rows are queries, columns are keys. Select the step on the timeline.',
  copyTable: 'Copy table',
  oneRowOnly: (most: number) =>
    `With more than ${most} tokens, only the row of the query token is shown; the CSV export has all rows.`,
  headsHelp: (theme: 'light' | 'dark') => [
    `Each panel shows the attention weights of one head. Rows are queries, columns are keys; the ${theme === 'dark' ? 'brighter' : 'darker'} the color, the larger the weight. Click or tap a panel to select the head; double-click it to see how it is computed.`,
  ],
  headsDifferenceHelp: [
    'Each panel shows how much the attention weights of one head differ from those without your interventions. Rows are queries, columns are keys. All panels share the scale above them: at its end with the plus sign weights have grown, at the other they have shrunk. Click or tap a panel to select the head.',
  ],
  headsMeasuredHelp:
    'The percentage says how often the head does what is written below its number, measured on texts not used in training. Two numbers: on harder sentences, and on everyday ones.',
  aggregatesHelp: [
    'Mean: the average over the heads of a layer. Rollout (Abnar & Zuidema 2020): how much of each input token reaches each position through all layers up to this one, if half of each layer’s output comes from the residual connection.',
  ],
  cellInHeads: (query: string, key: string) => `“${query}” → “${key}”: the weight in each head is written at its cell.`,
  /** Explanation of each sort order of the heads. */
  sortHelp: {
    layer: '',
    role: '',
    worth:
      'How much worse the translation becomes without the head, in nats for each token (the mean of both languages).',
    entropy: 'How evenly the weights are spread, in bits: 0 if all weight is on one token.',
    distance: 'How many tokens away what a query attends to is, on average.',
    previous: meanShare(patterns.previous),
    itself: meanShare(patterns.itself),
    next: meanShare(patterns.next),
    first: meanShare(patterns.first),
  } satisfies Record<HeadOrder, string>,
  pin: 'Compare this head',
  unpin: 'End the comparison',
  pinHelp: 'Select another head: both stand side by side above the grid, with their difference.',
  pinSameHelp: 'Select another head, or change something under “Experiment”: both states then stand side by side.',
  comparing: (one: string, other: string) => `Above the grid: ${one} and ${other}, and their difference.`,
  alsoOff: (heads: readonly string[]) => `Also switched off: ${heads.join(', ')}. That changes the heads above.`,
  effect: {
    translation: 'Translation',
    next: (token: string) => `Next after “${token}”, most likely`,
    unchanged: ', unchanged:',
    nothing: '(nothing)',
  },
  noVisibleEffect: 'Your interventions hardly change the weights of this head.',
  largestEffect: (head: string) => `Largest effect: ${head}.`,
  compareHelp: 'Colors and numbers show how much each weight differs from the run without your interventions.',
  compareUnavailable: 'Your interventions changed the translation, so its tokens cannot be compared.',
};

export type Details = typeof details;
