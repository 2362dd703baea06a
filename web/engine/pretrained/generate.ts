// Text generation with a decoder, token by token, with a KV cache.
import { expectOneOf, expectOptions, expectWholeNumber } from '../core/checks.js';
import { RecomputedTrace } from '../transformer/recomputed-trace.js';
import { embeddingRow } from '../transformer/model-input.js';
import { NUM_CANDIDATES, suppress } from '../transformer/most-probable.js';
import { candidatesOf, type Candidate } from './candidates.js';
import { SAMPLING_NAMES, sampler, type Sampler, type SamplingOptions } from './sampling.js';
import { TextOfTokens } from './text-of-tokens.js';
import { showToken } from './token-name.js';
import type { SubwordTokenizer } from './subword-tokenizer.js';
import type { AttentionType } from '../transformer/head-ref.js';
import type { Intervention, ResolvedIntervention } from '../transformer/intervention.js';
import type { LayerTrace } from '../transformer/run.js';
import type { Decoding } from '../transformer/decoding.js';
import type { TransformerComputation } from '../transformer/transformer-computation.js';
import type { AttentionInput, DecoderState } from '../transformer/run-state.js';

/** Options of the method `generate` of a pretrained model. */
export interface GenerateOptions extends SamplingOptions {
  /** Maximum number of tokens to generate. Default: as many as fit in the context. */
  maxTokens?: number;
  /** Interventions in the model's computation, in every layer unless their scope is limited. Default: none. */
  intervene?: Intervention;
}

/** A generated token, with its probability and the attention when it was predicted. */
export interface GeneratedToken {
  readonly id: number;
  /** Text that the token adds to the generated text; '' if the token ends within the bytes of a character. */
  readonly text: string;
  readonly probability: number;
  /** Candidates from which the token was chosen, most probable first. */
  readonly candidates: readonly Candidate[];
  /**
   * Returns a layer's attention when the token was predicted. Its only query is the token before the generated one; its
   * keys are all tokens so far or, in cross-attention, the encoder's tokens.
   */
  layer: (attention: 'decoder' | 'cross', layer: number) => LayerTrace;
}

interface Task {
  /** Ids of the tokens that the encoder reads; null if the model has no encoder. */
  source: readonly number[] | null;
  /** Ids of the decoder's first tokens, which the generated text continues. */
  prompt: readonly number[];
  resolve: (value: unknown) => ResolvedIntervention;
  contextLength: number;
  layers: Readonly<Record<AttentionType, number>>;
  forcedBosToken: number | null;
  suppressedTokens: readonly number[];
  eosTokens: readonly number[];
  tokenizer: SubwordTokenizer | null;
  options: unknown;
  /** State of the decoder after the prompt, if an earlier computation has left it; otherwise it is computed. */
  known?: DecoderState | null;
}

/** Returns a generator that computes one token of the text per step. The options are checked immediately. */
export function generate(computation: TransformerComputation, task: Task): Generator<GeneratedToken, void, void> {
  const { maxTokens, intervene, ...sampling } = expectOptions('options', task.options, [
    'maxTokens',
    'intervene',
    ...SAMPLING_NAMES,
  ]);
  // Maximum number of new tokens. The last one is not fed back to the decoder, and therefore needs no room in the
  // context.
  const room = task.contextLength - task.prompt.length + 1;
  const maxNewTokens = maxTokens === undefined ? room : Math.min(room, expectWholeNumber('maxTokens', maxTokens, 1));
  return tokensOf(computation, {
    ...task,
    intervention: task.resolve(intervene),
    choose: sampler(sampling),
    maxNewTokens,
  });
}

interface Generation extends Task {
  intervention: ResolvedIntervention;
  choose: Sampler;
  maxNewTokens: number;
}

function* tokensOf(
  computation: TransformerComputation,
  {
    source,
    prompt,
    intervention,
    choose,
    maxNewTokens,
    layers,
    forcedBosToken,
    suppressedTokens,
    eosTokens,
    tokenizer,
    known,
  }: Generation,
): Generator<GeneratedToken, void, void> {
  const features = source?.map(embeddingRow);
  const encoder = features ? computation.encode({ features }, intervention) : null;
  const length = known ? prompt.length - 1 : 0; // the last prompt token is recomputed for its logits
  const decoding: Decoding = {
    encoder,
    intervention,
    ids: prompt.slice(0, length),
    known: known && length > 0 ? { state: known, length } : null,
  };
  const show = (id: number) => showToken(tokenizer, id);
  const text = new TextOfTokens((ids) => tokenizer?.decode(ids) ?? '', source ? [] : prompt);
  let next: readonly number[] = prompt.slice(length);
  for (let count = 0; count < maxNewTokens; ++count) {
    const logits = computation.decode(decoding, next, 1);
    suppress(logits, suppressedTokens);
    const normalizer = computation.logSumExp(logits);
    const candidates = candidatesOf(logits, NUM_CANDIDATES, show, normalizer);
    const id = count === 0 && forcedBosToken !== null ? forcedBosToken : choose(logits, candidates[0]!.id);
    if (eosTokens.includes(id)) return;
    const { length: tokens } = decoding.ids;
    yield {
      id,
      text: text.add(id),
      probability: Math.exp(logits[id]! - normalizer),
      candidates,
      layer: (attention, layer) => {
        expectOneOf('attention', attention, ['decoder', 'cross']);
        expectWholeNumber('layer', layer, 0, layers[attention] - 1);
        return lastQuery(computation, decoding, attention, layer, tokens);
      },
    };
    next = [id];
  }
}

/** Computes the attention of a layer with token `length − 1` as its only query. */
function lastQuery(
  computation: TransformerComputation,
  decoding: Decoding,
  attention: 'decoder' | 'cross',
  layer: number,
  length: number,
): LayerTrace {
  const { encoder, intervention } = decoding;
  const residual = computation.decoderResidual(decoding, layer, length);
  const all = computation.attentionInput(attention, layer, residual, encoder, intervention);
  const embedDim = all.shape[1]!;
  const query = { data: all.data.slice((length - 1) * embedDim), shape: [1, embedDim] };
  const input: AttentionInput = { query, key: attention === 'cross' ? encoder!.output : all, first: length - 1 };
  const compute = () => computation.trace(attention, layer, input, intervention);
  return new RecomputedTrace(input, computation.stackOf(attention), compute);
}
