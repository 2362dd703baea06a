// Description of a Transformer that the C++ code runs: an encoder, a decoder or both, each with layers of the same
// kind.
import type {
  MainModule,
  RotaryScaling,
  StackDescription as Described,
  TransformerDescription as DescribedTransformer,
} from '../wasm/spotlight.js';

/**
 * Names of the required fields of a stack's description. All other fields have defaults in cpp/model/description.hpp.
 */
type Needed = 'layers' | 'vocabulary' | 'numHeads' | 'numKvHeads' | 'headDim' | 'feedforwardDim';
/** Names of the fields of a stack's description whose types differ from those in C++. */
type Written = 'positions' | 'activation' | 'norm' | 'rotaryScaling' | 'localLayers';

/** Description of a stack of layers, the encoder or the decoder. */
export interface StackDescription extends Pick<Described, Needed>, Partial<Omit<Described, Needed | Written>> {
  /**
   * Kind of position information: a learned table, or interleaved or concatenated sinusoids, added to the embeddings;
   * or a rotation of queries and keys, whose pairs are adjacent elements or one element of each half. Default 'none'.
   */
  positions?: keyof DescriptionModule['Positions'];
  /** Scaling of the rotary frequencies for texts longer than in pretraining. Default: none. */
  rotaryScaling?: Readonly<Partial<RotaryScaling>>;
  /**
   * Layers, by index from 0, with a sliding window: a token attends to the last `window` tokens only, including itself.
   * Default: none.
   */
  localLayers?: readonly number[];
  /**
   * Activation function of the feed-forward layers; 'gelu' is exact, 'geluTanh' is its approximation. Default 'relu'.
   */
  activation?: keyof DescriptionModule['FeedForwardActivation'];
  /** Kind of norm: LayerNorm or RMSNorm. Default 'layer'. */
  norm?: NormKind;
}

/** Kind of norm; see cpp/layers/norm.hpp. */
export type NormKind = keyof DescriptionModule['NormKind'];

/** For each kind of norm, its name in the literature, and whether it subtracts the mean of the vector. */
export const NORM_KINDS: Readonly<Record<NormKind, { title: string; isCentered: boolean }>> = {
  layer: { title: 'LayerNorm', isCentered: true },
  rms: { title: 'RMSNorm', isCentered: false },
};

/** Kinds of norm that single layers and models in training support. */
export const NORMS = ['layer', 'rms'] as const satisfies readonly NormKind[];
/** Activation functions that single layers and models in training support. */
export const ACTIVATIONS = ['relu', 'gelu', 'swiglu'] as const;

/** Activation function of a feed-forward layer, and if it has a gate. SwiGLU (Shazeer 2020) is SiLU with a gate. */
export const feedForwardOf = (
  activation: (typeof ACTIVATIONS)[number],
): { activation: 'relu' | 'gelu' | 'silu'; isGated: boolean } => ({
  activation: activation === 'swiglu' ? 'silu' : activation,
  isGated: activation === 'swiglu',
});

/** Description of a Transformer: its stacks, and the properties that they share. */
export interface TransformerDescription {
  readonly embedDim: number;
  readonly encoder?: Readonly<StackDescription>;
  readonly decoder?: Readonly<StackDescription>;
  /** True if the output layer has a bias. Default false. */
  readonly hasOutputBias?: boolean;
}

/**
 * Exports of the WebAssembly module that a description needs: its enumerations, and the default description of a stack.
 */
type DescriptionModule = Pick<MainModule, 'Positions' | 'FeedForwardActivation' | 'NormKind' | 'defaultStack'>;

/** Fills in all defaults of a Transformer's description, as the C++ code requires. */
export const completed = (
  module: DescriptionModule,
  { embedDim, encoder, decoder, hasOutputBias = false }: TransformerDescription,
): DescribedTransformer => ({
  embedDim,
  hasOutputBias,
  encoder: encoder ? completedStack(module, encoder) : module.defaultStack(),
  decoder: decoder ? completedStack(module, decoder) : module.defaultStack(),
});

function completedStack(module: DescriptionModule, stack: Readonly<StackDescription>): Described {
  const { positions = 'none', activation = 'relu', norm = 'layer', rotaryScaling, localLayers = [], ...given } = stack;
  const defaults = module.defaultStack();
  return {
    ...defaults,
    ...given,
    positions: module.Positions[positions],
    activation: module.FeedForwardActivation[activation],
    norm: module.NormKind[norm],
    rotaryScaling: { ...defaults.rotaryScaling, ...rotaryScaling },
    localLayers: Uint8Array.from({ length: stack.layers }, (_, layer) => Number(localLayers.includes(layer))),
  };
}
