// Direct logit attribution: how much each component that writes to the residual stream contributes to a logit.
import { expectOptions } from '../../engine/core/checks.js';
import { circumstancesOf, type AnalyzedRun } from '../circumstances.js';
import { functionalsOf } from '../functionals.js';
import { checkQuestion, expectRun, QUESTION, valueOf, type Question, type ResolvedQuestion } from '../question.js';
import { passNorm, sourcesOf, StreamReader, type SourceValues } from '../stream-sources.js';
import { zeros, type Tensor } from '../../engine/core/tensor.js';
import type { LayeredModel } from '../question.js';
import type { PerAttention } from '../per-attention.js';
import type { Run } from '../../engine/transformer/run.js';

/** Contributions of a model's components to a logit, or a logit difference. With `residual`, they add up to `total`. */
export interface LogitAttribution extends AnalyzedRun<'logitAttribution'> {
  readonly question: ResolvedQuestion;
  /** Contribution of the embedding of the token (or image patch) at the question's position. */
  readonly embedding: number;
  /** Contribution of the token-type embedding; 0 in models without token types. */
  readonly tokenTypes: number;
  /** Contribution of the position embedding; 0 if none is added, as with rotary positions. */
  readonly positions: number;
  /** Contributions of the heads, including their value biases, [layers, heads]. */
  readonly heads: PerAttention;
  /** Contributions of the feed-forward layers, including their biases, [layers]. */
  readonly feedForward: { readonly encoder?: Tensor; readonly decoder?: Tensor };
  /** Contribution of the output biases b_O of all attention layers, and of the biases of norms between the layers. */
  readonly biases: number;
  /** Contribution of the β of the final norm. */
  readonly norm: number;
  /** Contribution of the bias of the output layer. */
  readonly output: number;
  /** Logit, or logit difference, as computed by the model, before the logit cap. */
  readonly total: number;
  /**
   * Remainder of the total, which no component explains: rounding errors, and the changes that interventions make to
   * the residual stream itself.
   */
  readonly residual: number;
}

/**
 * Direct logit attribution (Elhage et al. 2021, "A mathematical framework for transformer circuits"; `logit_attrs` of
 * TransformerLens): each component of the residual stream at the position, projected onto the logit. The divisor of the
 * final norm is frozen at its value in the run: a component c of a LayerNorm's stream contributes
 * ((c − mean(c)) / scale ∘ γ) · (W_U[token] − W_U[against]); RMSNorm omits the mean. Norms between a head and the
 * stream (Gemma 2 and 3) and those of post-norm layers are frozen, too. Logits are taken before their cap (Gemma 2).
 *
 * Limits: logits of BERT's masked-token head are rejected: a dense layer, an activation and a norm lie between the
 * stream and the output layer, so the logit is not a sum over components. Only the direct effect is measured: effects
 * through later layers are excluded, and a later layer may cancel the effect. A frozen divisor ignores that a component
 * also changes it. Compare with a knock-out.
 * @throws TypeError if the model has no logits, or a masked-token head; TypeError or RangeError that names the invalid
 *   part of the question
 */
export function logitAttribution(run: Run, question: Question): LogitAttribution {
  const { model, asked, reader } = checkLinear(run, question);
  const { stack } = asked;
  const added = emptyParts(model, stack);
  let norm = 0;
  for (const part of sourcesOfLogit(reader, asked)) {
    if (part.source.name === `${stack}.final_norm.bias`) norm += part.values[0]!;
    else add(part, added);
  }
  const hasBias = model.parameters.some(({ name }) => name === 'output.bias');
  const output = hasBias ? differenceOf(model, 'output.bias', asked)[0]! : 0;
  const step = reader.has(`${stack}.logitsBeforeCap`) ? 'logitsBeforeCap' : 'logits';
  const total = valueOf(reader.read(`${stack}.${step}`), asked);
  const { heads, feedForward, sum, ...numbers } = added;
  const residual = total - (sum + norm + output);
  const circumstances = { ...circumstancesOf('logitAttribution', run, stack), question: asked };
  return { ...circumstances, ...numbers, heads, feedForward, norm, output, total, residual };
}

/** The logit that a question is about, or the difference of two, as a linear function of the residual stream. */
export interface AskedLogit {
  readonly model: LayeredModel;
  readonly asked: ResolvedQuestion;
  readonly reader: StreamReader;
}

/**
 * Checks that the logit in question is linear in the residual stream.
 * @throws TypeError if the model has no logits, or a masked-token head; TypeError or RangeError that names the invalid
 *   part of the question about a logit
 */
export function checkLinear(run: Run, question: Question): AskedLogit {
  const { model } = expectRun('run', run);
  const asked = checkQuestion('question.', expectOptions('question', question, QUESTION), run);
  if (model.description[asked.stack]!.outputTransformDim !== undefined) {
    throw new TypeError(
      'run: expected a model whose logits are linear in the residual stream, got one with a head for masked tokens',
    );
  }
  return { model, asked, reader: new StreamReader(run, model, [asked.position]) };
}

/**
 * Yields the components of the residual stream with their contributions to a logit, from the output layer and the final
 * norm back to the embedding. The β of the final norm comes first.
 */
export function* sourcesOfLogit(reader: StreamReader, asked: ResolvedQuestion): Generator<SourceValues> {
  const { model } = reader;
  const { stack } = asked;
  let stream = functionalsOf([differenceOf(model, 'output.weight', asked)], 1);
  if (reader.has(`${stack}.finalNormScale`))
    stream = yield* passNorm(reader, [stack, stack, null], `${stack}.final_norm`, `${stack}.finalNormScale`, stream);
  yield* sourcesOf(reader, { stack, layer: model.layers[stack] }, stream);
}

/**
 * Row of an output-layer parameter (weight or bias) for the question's token, minus its row for the token `against`.
 * Only these two rows are read.
 */
function differenceOf(model: LayeredModel, parameter: string, { token, against }: ResolvedQuestion): Float64Array {
  const rowOf = (id: number) => Float64Array.from(model.parameter(parameter, [id]).data);
  const row = rowOf(token);
  if (against === null) return row;
  const rival = rowOf(against);
  return row.map((each, at) => each - rival[at]!);
}

/** Contributions to a logit, while they are being added up: one sum for each kind of component. */
type Parts = Record<'embedding' | 'tokenTypes' | 'positions' | 'biases' | 'sum', number> &
  Pick<LogitAttribution, 'heads' | 'feedForward'>;

function emptyParts({ layers, description }: LayeredModel, stack: 'encoder' | 'decoder'): Parts {
  const { numHeads } = description[stack]!;
  const matrix = (...shape: number[]) => ({ data: zeros('the attribution', shape), shape });
  const hasCross = stack === 'decoder' && layers.cross > 0;
  return {
    embedding: 0,
    tokenTypes: 0,
    positions: 0,
    biases: 0,
    sum: 0,
    heads: {
      [stack]: matrix(layers[stack], numHeads),
      ...(hasCross && { cross: matrix(layers.cross, numHeads) }),
    },
    feedForward: { [stack]: matrix(layers[stack]) },
  };
}

function add({ source, values: [value] }: SourceValues, parts: Parts): void {
  const { kind, attention, layer, head } = source;
  parts.sum += value!;
  if (kind === 'head') {
    const { data, shape } = parts.heads[attention]!;
    data[layer! * shape[1]! + head!] = value!;
  } else if (kind === 'feedForward') {
    parts.feedForward[attention as 'encoder' | 'decoder']!.data[layer!] = value!;
  } else {
    parts[NUMBER_OF[kind]] += value!;
  }
}

const NUMBER_OF = {
  embedding: 'embedding',
  tokenTypes: 'tokenTypes',
  positions: 'positions',
  bias: 'biases',
} as const;
