// Direct effects of heads on a logit, split by source token.
import { beforeProjection, dot, type Functionals } from '../functionals.js';
import { checkLinear, sourcesOfLogit } from './logit-attribution.js';
import { circumstancesOf, type AnalyzedRun } from '../circumstances.js';
import { stackOf, type AttentionType } from '../../engine/transformer/head-ref.js';
import { zeros, type Tensor } from '../../engine/core/tensor.js';
import type { PerAttention } from '../per-attention.js';
import type { LayeredModel, Question, ResolvedQuestion } from '../question.js';
import type { Run } from '../../engine/transformer/run.js';

/**
 * Effects of the paths token → head → logit. Together with `rest`, they add up to the direct effects of the heads on
 * the logit.
 */
export interface PathAttribution extends AnalyzedRun<'pathAttribution'> {
  readonly question: ResolvedQuestion;
  /**
   * Effects of the paths, [layers, heads, keys]: the projection of w_j v_j W_O, with weight w_j and value v_j of key j,
   * onto the logit.
   */
  readonly paths: PerAttention;
  /**
   * Remainder of each head's direct effect on the logit, which its paths do not explain, [layers, heads]: rounding
   * errors, or the whole effect if an intervention replaces the head's output.
   */
  readonly rest: PerAttention;
}

/**
 * Splits the direct effect of each head by key: a head writes Σ_j w_j v_j W_O (Elhage et al. 2021, "A mathematical
 * framework for transformer circuits"), and each term reaches the logit through the norms of `logitAttribution`, whose
 * divisors are frozen.
 * Limits: the same as for `logitAttribution`. In addition, a value is computed from the stream at its token, into which
 * earlier layers have moved information from other tokens.
 * @throws as `logitAttribution` does
 */
export function pathAttribution(run: Run, question: Question): PathAttribution {
  const { model, asked, reader } = checkLinear(run, question);
  const paths: Partial<Record<AttentionType, Tensor>> = {};
  const rest: Partial<Record<AttentionType, Tensor>> = {};
  let layerOfHeads: HeadsOfLayer | null = null;
  for (const { source, values, functionals } of sourcesOfLogit(reader, asked)) {
    const { kind, attention, layer, head } = source;
    if (kind !== 'head' || layer === null || head === null) continue;
    if (layerOfHeads?.attention !== attention || layerOfHeads.layer !== layer) {
      layerOfHeads = headsOfLayer(run, model, attention, layer, asked.position);
    }
    const [value] = values as unknown as [number];
    const effects = effectsOfKeys(layerOfHeads, head, functionals!);
    const sum = effects.reduce((all, each) => all + each, 0);
    const isReplaced = Math.abs(value - sum) > TOLERANCE * Math.max(1, Math.abs(value), Math.abs(sum));
    const shape = [model.layers[attention], layerOfHeads.weights.shape[0]!];
    const ofKeys = (paths[attention] ??= empty([...shape, effects.length]));
    const remaining = (rest[attention] ??= empty(shape));
    const at = layer * shape[1]! + head;
    if (!isReplaced) ofKeys.data.set(effects, at * effects.length);
    remaining.data[at] = isReplaced ? value : value - sum;
  }
  return { ...circumstancesOf('pathAttribution', run, asked.stack), question: asked, paths, rest };
}

/**
 * Largest relative difference between a head's direct effect and the sum of its paths that is attributed to rounding.
 */
const TOLERANCE = 1e-3;

const empty = (shape: number[]): Tensor => ({ data: zeros('the paths', shape), shape });

/** Weights, values and output projection W_O of a layer's heads, for the query token of the question. */
interface HeadsOfLayer {
  readonly attention: AttentionType;
  readonly layer: number;
  /** Attention weights of the layer's heads for the query token, [heads, 1, keys]. */
  readonly weights: Tensor;
  /** Value vectors of the layer, [kvHeads, keys, headDim]. */
  readonly values: Tensor;
  /** Output projection W_O of the layer, [embedDim, heads · headDim]. */
  readonly output: Tensor;
}

function headsOfLayer(
  run: Run,
  model: LayeredModel,
  attention: AttentionType,
  layer: number,
  position: number,
): HeadsOfLayer {
  const projection = `${stackOf(attention)}.${layer}.${attention === 'cross' ? 'cross' : 'self'}_attention.output.weight`;
  return {
    attention,
    layer,
    weights: run.activation(`${attention}.${layer}.weights`, { queries: [position] }),
    values: run.activation(`${attention}.${layer}.value`),
    output: model.parameter(projection),
  };
}

/**
 * Effects of the paths through one head on the logit, [keys]: for each key j, the functional applied to w_j v_j W_O.
 */
function effectsOfKeys(
  { weights, values, output }: HeadsOfLayer,
  head: number,
  functionals: Functionals,
): Float64Array {
  const [kvHeads, keys, headDim] = values.shape as [number, number, number];
  const [embedDim, columns] = output.shape as [number, number];
  const ofHead = new Float32Array(embedDim * headDim); // W_O of the head, [embedDim, headDim]
  for (let row = 0; row < embedDim; ++row) {
    const begin = row * columns + head * headDim;
    ofHead.set(output.data.subarray(begin, begin + headDim), row * headDim);
  }
  const { directions, factors } = beforeProjection(functionals, { data: ofHead, shape: [embedDim, headDim] });
  const first = Math.floor((head * kvHeads) / weights.shape[0]!) * keys;
  return Float64Array.from(weights.data.subarray(head * keys, (head + 1) * keys), (weight, key) => {
    const value = values.data.subarray((first + key) * headDim, (first + key + 1) * headDim);
    return weight * factors[0]! * dot(directions[0]!, value);
  });
}
