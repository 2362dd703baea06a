// Describes a Transformer that the C++ code runs: an encoder, a decoder or both, each with uniform layers.
import type {
  MainModule,
  RotaryScaling,
  StackDescription as Described,
  TransformerDescription as DescribedTransformer,
} from '../wasm/spotlight.js';
import type { NormKind } from './norm-kinds.js';

/** Required fields of a stack's description. All others have defaults in cpp/model/description.hpp. */
type Needed = 'layers' | 'vocabulary' | 'numHeads' | 'numKvHeads' | 'headDim' | 'feedforwardDim';
/** Fields of a description that TypeScript represents differently from C++. */
type Written = 'positions' | 'activation' | 'norm' | 'rotaryScaling' | 'localLayers';

/** Description of a stack, the encoder or the decoder. */
export interface StackDescription extends Pick<Described, Needed>, Partial<Omit<Described, Needed | Written>> {
  /**
   * Position information: a learned table, or interleaved or concatenated sinusoids, added to the embeddings; or a
   * rotation of queries and keys, whose pairs are adjacent elements or one element of each half. Default 'none'.
   */
  positions?: keyof DescriptionModule['Positions'];
  /** Scaling of the rotary frequencies for texts longer than in pretraining. Default: none. */
  rotaryScaling?: Readonly<Partial<RotaryScaling>>;
  /** Layers, from 0, in which a token attends to the last `window` tokens only, including itself. Default: none. */
  localLayers?: readonly number[];
  /** Activation of the feed-forward layer; 'gelu' is exact, 'geluTanh' is its approximation. Default 'relu'. */
  activation?: keyof DescriptionModule['FeedForwardActivation'];
  /** LayerNorm or RMSNorm. Default 'layer'. */
  norm?: NormKind;
}

/** Norms and activations that layers and models in training support. */
export const NORMS = ['layer', 'rms'] as const;
export const ACTIVATIONS = ['relu', 'gelu', 'swiglu'] as const;

/** Activation and gate of the feed-forward layer. SwiGLU (Shazeer 2020) is SiLU with a gate. */
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

/** The enumerations of a description, as the WebAssembly module exports them. */
type DescriptionModule = Pick<MainModule, 'Positions' | 'FeedForwardActivation' | 'NormKind' | 'defaultStack'>;

/** Fills in all defaults of a description, as the C++ code requires. */
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
