// A trained encoder-decoder Transformer.
import { expectOptions } from '../core/checks.js';
import { resolveIntervention, type Intervention, type ResolvedIntervention } from './intervention.js';
import { tokenizeChecked } from './model-input.js';
import { endsInLoop } from './repetition.js';
import { topK } from './top-k.js';
import { TransformerComputation, type DecoderState, type EncoderState } from './transformer-computation.js';
import { TransformerRun } from './transformer-run.js';
import { TargetTokenizer, type TargetToken } from '../../text/target-tokens.js';
import { HAN, wordFeatures } from '../../text/word-features.js';
import type { Token } from '../../text/tokenize.js';
import type { HeadDescription, ModelConfig, TokenizerConfig } from './model-config.js';
import type { LoadedFiles } from './model-files.js';
import type { AttentionType, Run, Target, TokenCandidate } from './run.js';
import type { Module } from '../runtime/wasm-module.js';

/** Options of `model.run`. */
export interface RunOptions {
  /** The target text that the decoder is given, in place of the one that it would generate. */
  target?: string;
  /** Interventions, in every layer. */
  intervene?: Intervention;
}

/** The text to decode: what it is, and what is known of it. */
interface DecoderInput {
  text: string;
  /** The number of source tokens. */
  seqLen: number;
  /** The given target, tokenized; null: it is generated. */
  given: { text: string; tokens: readonly TargetToken[] } | null;
}

/** The maximal number of target tokens for a text of this many tokens. */
const maxTargetTokens = (seqLen: number): number => 2 * seqLen + 12;

/** The number of candidates kept for each next token. */
const NUM_CANDIDATES = 5;

/** The decoder's first input. */
const START_TOKEN: Token = { text: '▸', start: 0, end: 0 };

/** A Transformer with trained weights: `engine.loadModel`. */
export class TransformerModel {
  readonly trained = true;
  readonly embedDim: number;
  readonly numHeads: number;
  /** The number of layers with each attention. */
  readonly layers: Readonly<Record<AttentionType, number>>;
  /** The heads with their measures on held-out texts. */
  readonly heads: readonly HeadDescription[];
  readonly #computation: TransformerComputation;
  readonly #buckets: TokenizerConfig['buckets'];
  readonly #targetTokenizer: TargetTokenizer;

  /** Not for direct use: `engine.loadModel`. */
  constructor(module: Module, files: LoadedFiles) {
    const { embedDim, numHeads, heads, encoderLayers, decoderLayers }: ModelConfig = files.config;
    this.embedDim = embedDim;
    this.numHeads = numHeads;
    this.heads = heads;
    this.layers = { encoder: encoderLayers, decoder: decoderLayers, cross: decoderLayers };
    this.#buckets = files.tokenizer.buckets;
    this.#targetTokenizer = new TargetTokenizer(files.tokenizer.pieces);
    this.#computation = new TransformerComputation(module, files);
  }

  /**
   * Runs the encoder on a text. `run.decode()` then runs the decoder: without a given target it translates, Chinese into
   * English and anything else into Chinese, by greedy decoding.
   * @throws RangeError if the text has no token, or more than 1,024
   */
  run(text: string, options?: RunOptions): Run {
    const tokens = tokenizeChecked('text', text);
    const { target, intervene } = expectOptions('options', options, ['target', 'intervene']);
    const given = target === undefined ? null : this.#tokenizeTarget(target);
    const { layers, numHeads } = this;
    const headDim = this.embedDim / numHeads;
    const intervention = resolveIntervention(intervene, { seqLen: tokens.length, headDim, numHeads, layers });
    const features = tokens.map((token) => wordFeatures(token.text, this.#buckets));
    const encoder = this.#computation.encode(features, intervention);
    const decode = () => this.#decode({ text, seqLen: tokens.length, given }, encoder, intervention);
    return new TransformerRun(this.#computation, { text, tokens, layers, numHeads, intervention, encoder }, decode);
  }

  /** Frees its memory. Any later use throws an Error. */
  dispose(): void {
    this.#computation.dispose();
  }

  #tokenizeTarget(target: unknown): DecoderInput['given'] {
    const tokens = tokenizeChecked('target', target);
    return { text: target as string, tokens: this.#targetTokenizer.encode(target as string, tokens) };
  }

  #decode(
    { text, seqLen, given }: DecoderInput,
    encoder: EncoderState,
    intervention: ResolvedIntervention,
  ): { target: Target; state: DecoderState } {
    const tokenizer = this.#targetTokenizer;
    const language = HAN.test(given?.text ?? '') || (given === null && !HAN.test(text)) ? 'zh' : 'en';
    const end = tokenizer.id('<end>');
    const generated: number[] = [];
    const next: TokenCandidate[][] = [];
    const isMark = (id: number) => tokenizer.isMark(id);
    const nextToken = (logits: Float32Array): number | null => {
      const { ids, candidates } = topK(logits, tokenizer, NUM_CANDIDATES);
      next.push(candidates);
      if (given) return given.tokens[next.length - 1]?.id ?? null;
      // Greedy: the most probable token that closes no loop.
      const best = ids.find((id) => !endsInLoop([...generated, id], isMark)) ?? ids[0]!;
      if (best === end || next.length > maxTargetTokens(seqLen)) return null;
      generated.push(best);
      return best;
    };
    const state = this.#computation.decode(encoder, intervention, tokenizer.id(`<to-${language}>`), nextToken);
    const written = given ?? tokenizer.decode(generated);
    const target = { language, text: written.text, tokens: [START_TOKEN, ...written.tokens], next } as const;
    return { target, state };
  }
}
