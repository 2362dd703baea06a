// The interface of every model: the default one, published ones, those of a trainer, and the untrained one.
import type { ActivationInfo } from './activations.js';
import type { AttentionType } from './head-ref.js';
import type { HeadDescription } from './model-config.js';
import type { Intervention } from './intervention.js';
import type { ParameterInfo } from '../parameters/parameter-info.js';
import type { Run } from './run.js';
import type { Tensor } from '../core/tensor.js';
import type { Token } from '../../text/tokenize.js';
import type { TransformerDescription } from './description.js';

export interface Model {
  /** Whether its weights were learned. */
  readonly trained: boolean;
  readonly embedDim: number;
  /** The number of heads of queries in each layer. */
  readonly numHeads: number;
  /** The number of layers with each attention. */
  readonly layers: Readonly<Record<AttentionType, number>>;
  /** The heads that something is known of, with their measures. */
  readonly heads: readonly HeadDescription[];
  /** The sizes and kinds of its parts; null: it is one attention, and no layer. */
  readonly description: TransformerDescription | null;
  /** All activations, in the order of computation: those that `run.activation` reads and `intervene.replace` replaces. */
  readonly activations: readonly ActivationInfo[];
  readonly parameters: readonly ParameterInfo[];
  /**
   * A copy of a parameter in float32, as 'encoder.0.self_attention.query.weight'.
   * @throws RangeError that names the nearest parameters
   */
  parameter: (name: string) => Tensor;
  /** The tokens of a text of any length, and where they stand in it. */
  tokenize: (text: string) => readonly Token[];
  /** @throws TypeError or RangeError that names the argument */
  run: (text: string, options?: { intervene?: Intervention }) => Run;
  /** Frees its memory. Any later use throws an Error. */
  dispose: () => void;
}
