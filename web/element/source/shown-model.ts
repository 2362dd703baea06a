// Interface that the element needs of any model: the trained and the untrained one of loadModel and createUntrainedModel,
// and those of loadPretrained. Layers and parameters are found by the model's description.
import { describe } from '../../engine/core/checks.js';
import { ATTENTION_TYPES, type AttentionType, type LayerTrace, type Run } from '../../engine/transformer/run.js';
import type { Answer, MaybeAsync } from './answer.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { Picture } from '../../view/view-model.js';
import type { Model } from '../../engine/transformer/model.js';
import type { WeightsOrigin } from '../../engine/pretrained/weights-origin.js';

/** Sampling options, as in `generate` of a pretrained model. */
interface DrawOptions {
  maxTokens: number;
  temperature: number;
  topP: number;
  seed: number;
}

export interface DrawnToken {
  readonly text: string;
}

/**
 * A run as the element asks it: the engine's own, whose answers are at hand, or one of a model in a worker. A question that is
 * asked again while its answer is on its way, and afterwards, has the same promise.
 */
export interface ShownRun
  extends
    Pick<Run, 'text' | 'tokens' | 'trained' | 'layers' | 'numHeads'>,
    MaybeAsync<Pick<Run, 'decode' | 'embeddingRows' | 'activation' | 'attention' | 'trace'>> {
  layer: (attention: AttentionType, layer: number) => Answer<Omit<LayerTrace, 'head'>>;
  intervene: (intervene: Intervention) => Answer<ShownRun>;
  /** Goes on with the text, if the model does. */
  generate?: (options: DrawOptions) => Iterable<DrawnToken> | AsyncIterable<DrawnToken>;
}

/** A model as the element asks it, in this thread or in a worker. */
export interface ShownModel
  extends
    Omit<Model, 'dispose' | 'run' | 'parameter' | 'tokenize' | 'precision'>,
    MaybeAsync<Pick<Model, 'parameter' | 'tokenize'>> {
  /** The most tokens that it reads. Default: as many as are shown. */
  readonly contextLength?: number;
  /**
   * Runs the model on a text. `target` replaces the translation that the model would write as the decoder's input; what a run
   * `after` which a decoder goes on has computed, is not computed again.
   */
  run: (text: string, options: { intervene: Intervention; target?: string; after?: ShownRun }) => Answer<ShownRun>;
  /** Layout of the patches, for a model that reads an image. */
  readonly picture?: Picture;
  /** Facts that an export states about a model passed in by the page: its family, its weights, and their precision. */
  readonly family?: string;
  readonly weights?: readonly WeightsOrigin[];
  readonly precision?: string;
}

const METHODS = ['parameter', 'tokenize', 'run'] as const;
const LISTS = ['heads', 'activations', 'parameters'] as const;

function isShownModel(value: unknown): value is ShownModel {
  try {
    const model = value as ShownModel;
    return (
      METHODS.every((name) => typeof model[name] === 'function') &&
      ATTENTION_TYPES.every((type) => typeof model.layers[type] === 'number') &&
      LISTS.every((name) => Array.isArray(model[name]))
    );
  } catch {
    return false; // it lacks the parts, or they cannot be read
  }
}

/**
 * @returns null for null and undefined
 * @throws TypeError that names the property
 */
export function expectShownModel(name: string, value: unknown): ShownModel | null {
  if (value === null || value === undefined) return null;
  if (isShownModel(value)) return value;
  throw new TypeError(
    `${name}: expected a model of engine.loadPretrained or withImage, or null, got ${describe(value)}`,
  );
}

/** A model with a decoder only, which reads a text and goes on with it. */
export const isDecoderOnly = ({ layers }: Pick<Run, 'layers'>): boolean => layers.encoder === 0;

/** Inputs of a layer's attention, as the panels describe them. */
export interface Architecture {
  isDecoderOnly: boolean;
  /** The normalization before an attention; null: there is none. */
  norm: 'LayerNorm' | 'RMSNorm' | null;
  /** True if position embeddings are added to the token embeddings. */
  addsPositions: boolean;
}

export function architectureOf({ description, layers, activations }: ShownModel): Architecture {
  const stack = description?.encoder ?? description?.decoder;
  const norms = { layer: 'LayerNorm', rms: 'RMSNorm' } as const;
  return {
    isDecoderOnly: isDecoderOnly({ layers }),
    norm: stack ? norms[stack.norm ?? 'layer'] : null,
    addsPositions: activations.some(({ name }) => name.endsWith('.positions')),
  };
}
