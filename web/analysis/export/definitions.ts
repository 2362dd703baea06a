// Definitions of the numbers in each analysis result, which exported files contain.
import { stackOf, type AttentionType } from '../../engine/transformer/head-ref.js';
import type { AnalysisName, AnalyzedInput } from '../circumstances.js';
import type { AttentionWeights } from '../attention-weights.js';
import type { Contributions } from '../contributions.js';
import type { HeadScores } from '../head-scores/head-scores.js';
import type { KnockOut } from '../knock-out.js';
import type { LogitAttribution } from '../attribution/logit-attribution.js';
import type { LogitLens } from '../logit-lens.js';
import type { MeanActivations } from '../mean-activations.js';
import { isByToken } from '../patched-activation.js';
import type { PatchedActivations } from '../patch-activations.js';
import type { PathAttribution } from '../attribution/path-attribution.js';
import type { ScoreAttribution } from '../attribution/score-attribution.js';
import type { Source } from '../stream-sources.js';
import { mapsOfScores } from './score-maps.js';
import { tensorsOfTop } from './top-tensors.js';

/** Type of the result of each analysis function, by the function's name. */
export interface Results {
  attentionWeights: AttentionWeights;
  contributions: Contributions;
  headScores: HeadScores;
  knockOut: KnockOut;
  logitAttribution: LogitAttribution;
  logitLens: LogitLens;
  meanActivations: MeanActivations;
  patchActivations: PatchedActivations;
  pathAttribution: PathAttribution;
  scoreAttribution: ScoreAttribution;
}

export type AnalysisResult = Results[AnalysisName];

/** Meaning of a tensor's axis: the things that its indices count. */
export type Axis =
  | 'layer'
  | 'head'
  | 'query'
  | 'key'
  | 'token'
  | 'place'
  | 'candidate'
  | 'querySource'
  | 'keySource'
  | 'dimension'
  | 'bound';

/** Definition of the numbers in a tensor: their meaning, and the axes of the tensor. */
export interface ValueDefinition {
  readonly is: string;
  readonly axes: readonly Axis[];
}

export interface Definition<Result> {
  readonly definition: string;
  /** The paper that defines the numbers; '' if none is needed. */
  readonly source: string;
  /** Definitions of a result's tensors and numbers, by path in the result, such as 'heads.*'; `*` matches any key. */
  readonly values: (result: Result) => Readonly<Record<string, ValueDefinition>>;
  /**
   * Returns the result with its lists, such as those of head scores, converted to tensors; absent if the result has no
   * lists.
   */
  readonly converted?: (result: Result) => Readonly<Record<string, unknown>>;
  /**
   * Returns the labels of the indices along a tensor's axes, such as token texts, for the tensor with the given name.
   */
  readonly labels?: (result: Result, name: string) => Readonly<Partial<Record<Axis, readonly string[]>>>;
}

const ofHeads = (is: string): ValueDefinition => ({ is, axes: ['layer', 'head'] });
const ofLayers = (is: string): ValueDefinition => ({ is, axes: ['layer'] });
const ofPlaces = (is: string): ValueDefinition => ({ is, axes: ['place', 'token'] });
const ofPairs = (is: string): ValueDefinition => ({ is, axes: ['head', 'query', 'key'] });
const number = (is: string): ValueDefinition => ({ is, axes: [] });

const EFFECTS = {
  logProbability: 'log P(token) without the part, less that with it, in nats',
  logitDifference: 'logit(token) − logit(against) without the part, less that with it; without a rival the logit',
  divergence: 'KL(original ‖ ablated), in nats',
} as const;

const SCORES: Readonly<Record<string, ValueDefinition>> = {
  score: ofHeads('mean over sequences'),
  baseline: ofHeads('the same of a head that attends uniformly, or that knows nothing'),
  n: ofHeads('number of queries, or keys, that are counted'),
  interval: { is: '95% interval of the mean over sequences', axes: ['layer', 'head', 'bound'] },
};

const prefixed = <Value>(prefix: string, values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));

const textsIn = ({ tokens, target }: AnalyzedInput, stack: 'encoder' | 'decoder') =>
  stack === 'decoder' ? (target ?? tokens) : tokens;

const pairLabels = (input: AnalyzedInput, attention: AttentionType) => ({
  query: textsIn(input, stackOf(attention)),
  key: textsIn(input, attention === 'decoder' ? 'decoder' : 'encoder'),
});

const labelOf = ({ name, head }: Source): string => (head === null ? name : `${name} ${head}`);

export const DEFINITIONS: { readonly [Name in AnalysisName]: Definition<Results[Name]> } = {
  attentionWeights: {
    definition: 'Attention weights of all heads of all layers. The weights of a query add up to 1.',
    source: 'Vaswani et al. 2017',
    values: () => ({ 'weights.*': { is: 'weights', axes: ['layer', 'head', 'query', 'key'] } }),
    labels: ({ input }, name) => pairLabels(input, name.split('.')[1] as AttentionType),
  },
  contributions: {
    definition: 'Contributions of the keys to what the heads of a layer write to the residual stream.',
    source: 'Kobayashi et al. 2020',
    values: () => ({
      weights: ofPairs('w, the weights'),
      weighted: ofPairs('‖w·v·W_O‖, the length of what is written from the key'),
      share: ofPairs('(w·v·W_O · o) / ‖o‖², with o the sum over the keys; of a query they add up to 1'),
    }),
    labels: ({ input, attention }) => pairLabels(input, attention),
  },
  headScores: {
    definition:
      'Scores of the heads of self-attention: by attention, then by role. Random tokens of this seed, in blocks that repeat, and sentences of the package.',
    source: 'Olsson et al. 2022',
    values: () => ({ ...prefixed('heads.*.*.', SCORES), ...prefixed('heads.*.*.withoutFirst.', SCORES) }),
    converted: (result) => ({ ...result, heads: mapsOfScores(result) }),
    labels: () => ({ bound: ['low', 'high'] }),
  },
  knockOut: {
    definition:
      'Total effect of each head and each feed-forward layer: its output is replaced at all tokens, and the layers above are computed again.',
    source: 'McGrath et al. 2023; Heimersheim & Nanda 2024',
    values: () => ({
      'original.logProbability': number('log P(token) of the run itself'),
      'original.logitDifference': number('logit(token) − logit(against) of the run itself; without a rival the logit'),
      ...Object.fromEntries(
        Object.entries(EFFECTS).flatMap(([name, is]) => [
          [`${name}.heads.*`, ofHeads(is)],
          [`${name}.feedForward.*`, ofLayers(is)],
        ]),
      ),
    }),
  },
  logitAttribution: {
    definition:
      'Direct logit attribution: shares of the parts of the model in a logit, or in the difference of two, with all norms frozen, before the cap. With the residual they add up to the total.',
    source: 'Elhage et al. 2021',
    values: () => ({
      embedding: number('embedding of the token, or patch'),
      tokenTypes: number('embedding of its type'),
      positions: number('vector of its position'),
      'heads.*': ofHeads('heads, with the biases of their values'),
      'feedForward.*': ofLayers('feed-forward layers, with their biases'),
      biases: number('b_O of all attentions, and what norms between the layers add'),
      norm: number('β of the final norm'),
      output: number('bias of the output layer'),
      total: number('logit, or difference of two, before the cap'),
      residual: number('rest of the total'),
    }),
  },
  logitLens: {
    definition:
      'Logit lens: the prediction of the residual stream at each place, by the final norm with the statistics of that stream, the output layer and the cap.',
    source: 'nostalgebraist 2020',
    values: () => ({
      logProbability: ofPlaces('log P(token), in nats'),
      rank: ofPlaces('place of the token among all, 1 for the most probable'),
      entropy: ofPlaces('entropy of the prediction, in nats'),
      divergence: ofPlaces('KL(last place ‖ this place), in nats'),
      'top.id': { is: 'most probable tokens, in descending order', axes: ['place', 'token', 'candidate'] },
      'top.logProbability': { is: 'log P of these, in nats', axes: ['place', 'token', 'candidate'] },
    }),
    converted: (result) => ({ ...result, top: tensorsOfTop(result) }),
    labels: ({ input, places, tokens }) => {
      const texts = textsIn(input, places[0]!.startsWith('decoder') ? 'decoder' : 'encoder');
      return { place: places, token: tokens.map((token) => texts[token]!) };
    },
  },
  meanActivations: {
    definition: 'Mean outputs over texts, without the first token of each.',
    source: '',
    values: () => ({
      'heads.*': { is: 'means of each head’s output', axes: ['layer', 'head', 'dimension'] },
      'feedForward.*': {
        is: 'means of what each feed-forward layer adds to the residual stream',
        axes: ['layer', 'dimension'],
      },
    }),
  },
  patchActivations: {
    definition:
      'Activation patching: recovery is (patched − corrupted) / (clean − corrupted) when denoising, (clean − patched) / (clean − corrupted) when noising, of logit differences; it is not clipped.',
    source: 'Vig et al. 2020; Meng et al. 2022; Heimersheim & Nanda 2024',
    values: ({ activation }) => ({
      recovery: { is: 'recovery by each patch', axes: ['layer', isByToken(activation) ? 'token' : 'head'] },
      clean: number('logit(token) − logit(against) of the clean run; without a rival the logit'),
      corrupted: number('the same of the corrupted run'),
    }),
    labels: ({ inputs, attention, direction }) => ({
      token: textsIn(inputs[direction === 'denoise' ? 'corrupted' : 'clean'], stackOf(attention)),
    }),
  },
  pathAttribution: {
    definition:
      'Direct effects of the heads on a logit, or on the difference of two, by the token that each takes them from, with all norms frozen, before the cap. With the rest they add up to the direct effects of the heads.',
    source: 'Elhage et al. 2021',
    values: () => ({
      'paths.*': { is: 'w·v·W_O of the key, as the logit sees it', axes: ['layer', 'head', 'key'] },
      'rest.*': ofHeads('rest of the direct effect: rounding; all of it where the output is replaced'),
    }),
    labels: ({ input }, name) => ({
      key: textsIn(input, name.split('.')[1] === 'decoder' ? 'decoder' : 'encoder'),
    }),
  },
  scoreAttribution: {
    definition:
      'Attribution of a score, scaled and before its cap, to pairs of what was written to the stream at the query and at the key, with all norms frozen. With the residual they add up to the score.',
    source: 'transformer-circuits.pub/2025/attention-qk',
    values: () => ({
      values: { is: 'shares in the score', axes: ['querySource', 'keySource'] },
      relative: {
        is: 'shares less their mean over the keys that the query may attend to',
        axes: ['querySource', 'keySource'],
      },
      score: number('score of the query and the key'),
      residual: number('rest of the score'),
    }),
    labels: ({ querySources, keySources }) => ({
      querySource: querySources.map(labelOf),
      keySource: keySources.map(labelOf),
    }),
  },
};
