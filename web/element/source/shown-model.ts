// The interface that the element requires of a model. The models of loadModel, createUntrainedModel and loadPretrained
// implement it. Layers and parameters are looked up in the model's description.
import { describe } from '../../engine/core/checks.js';
import { ATTENTION_TYPES, type AttentionType, type LayerTrace, type Run } from '../../engine/transformer/run.js';
import { NORM_KINDS } from '../../engine/transformer/description.js';
import type { Answer, MaybeAsync } from './answer.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { Picture } from '../../view/view-model.js';
import type { Model } from '../../engine/transformer/model.js';
import type { WeightsOrigin } from '../../engine/pretrained/weights-origin.js';

/** Options for sampling a continuation, as in `generate` of a pretrained model. */
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
 * The interface that the element requires of a run. It is implemented by runs of the engine, whose results are
 * available synchronously, and by runs of a model in a worker, which return promises. Repeated calls return the same
 * promise, even after it is settled.
 */
export interface ShownRun
  extends
    Pick<Run, 'text' | 'tokens' | 'trained' | 'layers' | 'numHeads'>,
    MaybeAsync<Pick<Run, 'decode' | 'embeddingRows' | 'activation' | 'attention' | 'trace'>> {
  layer: (attention: AttentionType, layer: number) => Answer<Omit<LayerTrace, 'head'>>;
  intervene: (intervene: Intervention) => Answer<ShownRun>;
  /** Continues the text; undefined if the model does not continue texts. */
  generate?: (options: DrawOptions) => Iterable<DrawnToken> | AsyncIterable<DrawnToken>;
}

/** The interface that the element requires of a model, independent of the thread in which the model runs. */
export interface ShownModel
  extends
    Omit<Model, 'dispose' | 'run' | 'parameter' | 'tokenize' | 'precision'>,
    MaybeAsync<Pick<Model, 'parameter' | 'tokenize'>> {
  /** Maximum number of input tokens. Default: the maximum that the element shows. */
  readonly contextLength?: number;
  /**
   * Runs the model on a text. A decoder reads `target` instead of generating a translation. With `after`, a run of
   * another text, a decoder reuses that run's results for the tokens that both texts begin with.
   */
  run: (text: string, options: { intervene: Intervention; target?: string; after?: ShownRun }) => Answer<ShownRun>;
  /** Layout of an image's patches, if the model reads images; undefined otherwise. */
  readonly picture?: Picture;
  /** Family of the model, for exports; undefined unless the page has passed in the model. */
  readonly family?: string;
  /** Weight files of the model, for exports; undefined unless the page has passed in the model. */
  readonly weights?: readonly WeightsOrigin[];
  /** Precision in which the weights are kept, for exports; undefined unless the page has passed in the model. */
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
    return false; // properties are missing or cannot be read, so this is not a model
  }
}

/**
 * Checks that a value has the model interface.
 * @returns null for null and undefined
 * @throws TypeError that names the missing or invalid property
 */
export function expectShownModel(name: string, value: unknown): ShownModel | null {
  if (value === null || value === undefined) return null;
  if (isShownModel(value)) return value;
  throw new TypeError(
    `${name}: expected a model of engine.loadPretrained or withImage, or null, got ${describe(value)}`,
  );
}

export const isDecoderOnly = ({ layers }: Pick<Run, 'layers'>): boolean => layers.encoder === 0;

/** Properties of the model's attention layers that the panels describe. */
export interface Architecture {
  isDecoderOnly: boolean;
  /** Kind of norm before each attention layer; null if there is none. */
  norm: string | null;
  addsPositions: boolean;
}

export function architectureOf({ description, layers, activations }: ShownModel): Architecture {
  const stack = description?.encoder ?? description?.decoder;
  return {
    isDecoderOnly: isDecoderOnly({ layers }),
    norm: stack ? NORM_KINDS[stack.norm ?? 'layer'].title : null,
    addsPositions: activations.some(({ name }) => name.endsWith('.positions')),
  };
}
