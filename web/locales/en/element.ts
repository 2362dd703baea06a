// The texts of the element in English. Other languages have the same keys; a missing key is a compile error.
import { reliability } from './reliability.js';
import { headGrid } from './head-grid.js';
import { patterns } from './head-patterns.js';
import { models } from './models.js';
import { numbers } from './numbers.js';
import type { AttentionType } from '../../engine/transformer/run.js';
import type { HeadRole } from '../../engine/transformer/model-config.js';
import type { MatrixName } from '../../view/scene.js';
import type { Scope } from '../../view/scope.js';
import type { ViewName } from '../../view/views/index.js';
import type { OptionalStage, StageName } from '../../view/stages.js';

const { count } = numbers;

export const element = {
  ...numbers,
  title: 'Spotlight',
  /** Separator after a label, before its content. */
  colon: ': ',
  /** Separator between two sentences. */
  sentenceSeparator: ' ',

  sentence: 'Sentence',
  sentenceHint: 'Type a sentence in English, Chinese, or both',
  examples: 'Examples',
  view: 'View',
  views: {
    sentence: 'Arcs',
    ledger: 'Query',
    steps: 'Steps',
    matrix: 'Matrix',
    heads: 'Heads',
    numbers: 'Numbers',
  } satisfies Record<ViewName, string>,
  attention: 'Attention',
  attentions: { encoder: 'Encoder', decoder: 'Decoder', cross: 'Cross' } satisfies Record<AttentionType, string>,
  attentionHelp: {
    encoder: 'Encoder self-attention: the tokens of the sentence attend to each other.',
    decoder: 'Decoder self-attention: each token of the translation attends to itself and to the tokens before it.',
    cross: 'Cross-attention: each token of the translation attends to the tokens of the sentence.',
  } satisfies Record<AttentionType, string>,
  inputSources: {
    encoder: 'Encoder self-attention: Q, K and V all come from the tokens of the sentence.',
    decoder: 'Decoder self-attention (causal): Q, K and V all come from the translation generated so far.',
    cross: 'Cross-attention: Q comes from the translation, K and V from the encoder output.',
  } satisfies Record<AttentionType, string>,
  /** Text about the source of Q, K and V in a decoder-only model, instead of those in `inputSources`. */
  inputSourceOfText:
    'Causal self-attention: Q, K and V all come from the tokens of the text. Each attends to itself and to the tokens before it.',
  head: 'Head',
  layerNumber: (layer: number) => `Layer ${layer + 1}`,
  shownHead: (attention: string, head: string) => `${attention}, ${head}`,
  headLabel: (layer: number, head: number, role: string | null) =>
    `layer ${layer + 1}, head ${head + 1}${role === null ? '' : `: ${role}`}`,
  roles: {
    antecedent: { name: 'pronouns', short: 'it', does: 'Attends from a pronoun to what it refers to' },
    syntax: { name: 'syntax', short: 'syn', does: 'Attends from each word to its governor, the word it depends on' },
    previous: { name: patterns.previous, short: '←', does: `Attends to the ${patterns.previous}` },
    alignment: { name: 'alignment', short: '⇄', does: 'Attends to the word being translated' },
  } satisfies Record<HeadRole, { name: string; short: string; does: string }>,

  loading: 'Loading the engine …',
  loadingPart: 'Loading …',
  loadsTooLong: (seconds: number) =>
    `The engine and the model have not loaded after ${seconds} seconds. If they still arrive, they are shown.`,
  loadFailed: (message: string) => `Loading failed. ${message}`,
  partFailed: (message: string) =>
    `Part of the interface could not be loaded. Reload the page to try again. (${message})`,
  retry: 'Try again',
  emptyText: 'Type a word to begin.',
  tooLong: (tokens: number, most: number) => `${count(tokens)} tokens: only the first ${count(most)} are shown.`,
  noSegmenter:
    'This browser has no Intl.Segmenter, so Chinese text cannot be split into words: each character is one token.',
  noSimd:
    'Spotlight needs WebAssembly with SIMD and exceptions, which this browser does not support. Chrome and Edge support them from version 95, Firefox from 100, Safari from 16.4.',
  externalAttention:
    'These weights were computed elsewhere. Only the weights are known, not the steps that led to them.',
  untrained:
    'These weights are random and untrained. Every step and every number is real, but which token attends to which means nothing yet.',
  error: (message: string) => `Something went wrong: ${message}`,

  canvas: {
    sentence:
      'The sentence, with arcs from the query token to the tokens that it attends to. The left and right arrow keys select another query token.',
    ledger: 'What the query token computes with each key token, a row for each. Up and down select a key token.',
    steps: 'Tokens and attention matrices. Arrow keys move the cell, Enter pins it, Escape unpins it.',
    matrix: 'Attention matrix. Arrow keys move the cell, plus and minus zoom, 0 shows the whole matrix.',
    heads: 'Weights of all heads, a matrix for each.',
    numbers: 'The numbers are in the table.',
  } satisfies Record<ViewName, string>,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomReset: 'Show the whole matrix',

  /** Texts of the line above the canvas that shows where in a layer the current stage is. */
  where: {
    label: 'You are here',
    places: {
      input: 'vectors',
      projections: 'queries, keys, values',
      heads: 'heads',
      outputProjection: 'output projection',
      output: 'new vectors',
    },
    open: 'Show the matrices',
    close: 'Back to the stage',
    canvas: 'The matrices of this head: X, W_Q, W_K, W_V, W_O and what they give. Select a number to read it.',
  },

  play: 'Play',
  pause: 'Pause',
  speed: 'Speed',
  present: 'Present (full screen; arrow keys or a clicker, B for a black screen, Escape ends)',
  stepBack: 'Previous stage',
  stepForward: 'Next stage',
  timeline: 'Timeline',
  stageOf: (stage: string, progress: string) => `${stage}, ${progress}`,
  stages: {
    tokens: 'Tokens',
    embed: 'Vectors',
    project: 'Q, K, V',
    rotate: 'Rotation',
    score: 'Scores',
    scale: 'Scale',
    cap: 'Cap',
    bias: 'Bias',
    mask: 'Mask',
    softmax: 'Softmax',
    sum: 'Weighted sum',
    output: 'Output',
  } satisfies Record<StageName, string>,
  narration: {
    tokens:
      'The sentence is split into tokens, t₁ … tₙ. Attention decides how much each token takes from every other token.',
    embed: 'Each token is a row of numbers, its vector: a row of the matrix X.',
    project:
      'Three learned matrices, W_Q, W_K and W_V, turn each vector into a query q (what am I looking for?), a key k (what do I contain?) and a value v (what do I pass on?).',
    score:
      'Each query is compared with each key: multiply number by number, then add. The larger the sum, q\u00a0·\u00a0k, the better they match. Q·Kᵀ has them all.',
    scale:
      'All scores are divided by √d; d is how many numbers a query has. Otherwise vectors of many dimensions give large scores, and the softmax puts nearly all weight on one key.',
    mask: 'The mask M sets scores of keys that a query must not attend to to −∞.',
    softmax:
      'The softmax turns each row into weights: eˣ of each score x, divided by Σ, the sum of them all. They add up to 1. These are the attention weights, the matrix A.',
    sum: 'Each token’s output is the sum of all values, each multiplied by its weight. For all tokens at once that is A·V.',
    output:
      'The outputs of all heads, A₁V₁, A₂V₂ …, are concatenated and multiplied by W_O, a learned matrix. That gives Y: one new vector for each token.',
  } satisfies Record<Exclude<StageName, OptionalStage>, string>,
  biased: 'To each number a learned one is added, its bias b.',
  /**
   * Remark about a row of scores that all have the same sign.
   * @param lowest lowest score of the row
   * @param highest highest score of the row
   */
  sharedScore: (lowest: string, highest: string) =>
    `Here all scores of the row lie between ${lowest} and ${highest}, whether tokens match or not. Only their differences count: the softmax leaves out what all share.`,
  generation:
    'The decoder generates the translation token by token. The newest token attends to the tokens before it and to the encoder output; its final vector predicts the next token.',
  nextTokens: 'Most likely next tokens:',
  end: '(end)',

  /** Last sentence of the narration. It is shown at the end of the animation. */
  conclusion: (query: string, shares: readonly string[]) =>
    `This head has moved information into “${query}”: ${shares.join(', ')}.`,
  lesson: 'That is what attention does, and each share comes from q\u00a0·\u00a0k.',
  shareFrom: (key: string, share: string) => `${share} from “${key}”`,
  strongest: (query: string, key: string, share: string) => `“${query}” attends most to “${key}” (${share}).`,
  baseline: (key: string, share: string) => `Without your interventions: “${key}” (${share}).`,
  headIsOff: 'This head is switched off: all its weights and its output are 0.',
  attendsToNothing: (query: string) => `“${query}” attends to nothing: every key is masked.`,
  pinned: 'Pinned. Click it again to unpin, or press Escape.',
  /** Title of the bottom sheet on a phone, for a stage without attention weights. */
  sheet: (stage: string) => `${stage} in numbers`,
  /** Hints for touch screens, which replace those for a mouse. */
  touch: {
    pinned: 'Pinned. Tap it again to unpin.',
    selectionHint: 'Tap a token to make it the query. Tap a cell to see how its number is computed.',
    pointInHeads: 'Tap a cell: it is marked in every head.',
  },
  selectionHint:
    'Select a token to make it the query. Point at a cell to see how its number is computed; click or tap to pin it.',
  shapes: (tokens: number, headDim: number) => `n = ${count(tokens)} tokens, d = ${headDim} numbers per head`,
  weights: 'Weights',
  matrices: {
    embedding: 'vectors',
    encoderOutput: 'encoder output',
    query: 'query',
    key: 'key',
    value: 'value',
    attention: 'attention',
    output: 'head output',
    concat: 'all heads',
    projected: 'output',
    queryWeight: 'W_Q',
    keyWeight: 'W_K',
    valueWeight: 'W_V',
    outputWeight: 'W_O',
  } satisfies Record<MatrixName, string>,

  allHeads: 'All heads',
  pointInHeads: 'Point at a cell, or move with the arrow keys: it is marked in every head.',
  noPattern: 'no simple pattern',
  switchedOff: 'switched off',
  sort: 'Order',
  ...headGrid,
  ...reliability,
  headName: (layer: number, head: number) => `${layer + 1}.${head + 1}`,
  mean: 'Mean',
  meanName: (layer: number) => `Layer ${layer + 1}, mean`,
  meanNote: 'of all its heads',
  rollout: 'Rollout',
  rolloutName: (layer: number) => `Rollout 1–${layer + 1}`,
  rolloutNote: (layer: number) => (layer === 0 ? 'one layer' : `${layer + 1} layers`),

  interventions: 'Experiment',
  causal: 'Causal mask',
  causalHelp: 'Each token attends only to itself and to earlier tokens.',
  scaling: 'Divide by √d',
  scalingHelp: 'Without scaling, large scores saturate the softmax: one weight is close to 1, all others close to 0.',
  temperature: 'Temperature',
  temperatureHelp:
    'Scores are divided by the temperature before the softmax: above 1 the weights become more even, below 1 sharper.',
  padding: 'Padding',
  paddingHelp: 'Treats this many tokens at the end as padding: no token attends to them.',
  editMask: 'Edit mask',
  editMaskHint:
    'Click or tap a cell of the attention matrix: its query can no longer attend to its key. Do it again to unmask the cell.',
  ablateToken: (token: string, isOff: boolean) => `Switch ${isOff ? 'on' : 'off'} “${token}”`,
  ablateHead: (isOff: boolean) => `Switch ${isOff ? 'on' : 'off'} this head`,
  compare: 'Show difference',
  scope: 'Applies to',
  scopes: { head: 'head', layer: 'layer', model: 'model' } satisfies Record<Scope, string>,
  scopeHelp: {
    head: 'this head only',
    layer: 'all heads of this layer',
    model: 'all heads of all layers',
  } satisfies Record<Scope, string>,
  scopeNotes: {
    head: 'Only this head changes. Its Q, K, V and scores stay.',
    layer: 'Only this layer changes. Its Q, K, V and scores stay.',
    model: 'Every layer changes. Here, too, Q, K, V and scores can.',
  } satisfies Record<Scope, string>,
  resetInterventions: 'Reset',

  export: {
    title: 'Export',
    what: 'pictures, videos, data, and code to embed it in a page of yours',
    size: 'Picture',
    numbers: 'Numbers of',
    heads: { one: 'this head', all: 'all heads' },
    formats: {
      png: 'PNG',
      svg: 'SVG',
      video: 'Video',
      gif: 'GIF',
      html: 'HTML page',
      json: 'JSON',
      csv: 'CSV',
      safetensors: 'safetensors',
      link: 'Copy link',
      tag: 'Copy embed code',
      frame: 'Copy iframe',
    },
    nothingMoves: 'nothing moves in this view: choose another one for a video',
    recording: 'Making the file …',
    cancel: 'Cancel',
    canceled: 'Canceled.',
    tooLarge: 'the picture is too large for a PNG; an SVG can hold it',
    copied: 'Copied. The address counts layers, heads and tokens from 0: layer=3 and head=0 are head 4.1.',
    pasteCode: 'Copied. Paste it into the HTML of your page, where Spotlight should appear.',
    saved: (name: string) => `Saved as ${name}.`,
    notReproducible: {
      files: 'There is no link and no code to embed: neither can hold a model that was opened from files.',
      elsewhere: 'There is no link and no code to embed: neither can hold attention that was computed elsewhere.',
    },
    model: (known: readonly string[]) => `Model: ${known.join(', ')}`,
    sha256: (name: string, hash: string) => `SHA-256 of ${name}: ${hash}`,
    precision: (precision: string) => `Weights kept in memory: ${precision}`,
  },
  exportNote:
    'Made with Spotlight. Every number was computed from the text above. Rows are queries, columns are keys. Layers and heads count from 1.',

  externalExportNote: 'Made with Spotlight. Rows are queries, columns are keys. Layers and heads count from 1.',

  languages: { en: 'English', zh: 'Chinese' },
  into: { en: 'into English', zh: 'into Chinese' },
  ...models,
};

export type Messages = typeof element;
