// Description of a Transformer: an encoder, a decoder or both, and in each layers of one kind. C++ runs it.
import type {
  MainModule,
  RotaryScaling,
  StackDescription as Described,
  TransformerDescription as DescribedTransformer,
} from '../wasm/spotlight.js';

/** The fields that have no default; cpp/model/description.hpp has that of each other one. */
type Needed = 'layers' | 'vocabulary' | 'numHeads' | 'numKvHeads' | 'headDim' | 'feedforwardDim';
/** Those that are written in another way on this side. */
type Written = 'positions' | 'activation' | 'norm' | 'rotaryScaling' | 'localLayers';

/** The encoder or the decoder. */
export interface StackDescription extends Pick<Described, Needed>, Partial<Omit<Described, Needed | Written>> {
  /**
   * Source of the order of the tokens: a learned table, or sinusoids in turn or in halves, is added to the
   * embeddings; or queries and keys are turned, in pairs of numbers or in halves. Default 'none'.
   */
  positions?: keyof DescriptionModule['Positions'];
  /** Scaling of the rotary frequencies for texts longer than those that the model was first trained on. Default: not. */
  rotaryScaling?: Readonly<Partial<RotaryScaling>>;
  /** The layers, from 0, in which a token attends to no other than the last `window`, itself among them. Default: none. */
  localLayers?: readonly number[];
  /** 'gelu' is exact, 'geluTanh' its approximation. Default 'relu'. */
  activation?: keyof DescriptionModule['FeedForwardActivation'];
  /** LayerNorm or RMSNorm. Default 'layer'. */
  norm?: keyof DescriptionModule['NormKind'];
}

/** The norms and activations that a layer or a model in training may have. */
export const NORMS = ['layer', 'rms'] as const;
export const ACTIVATIONS = ['relu', 'gelu', 'swiglu'] as const;

/** SwiGLU (Shazeer 2020) is SiLU with a gate. */
export const feedForwardOf = (
  activation: (typeof ACTIVATIONS)[number],
): { activation: 'relu' | 'gelu' | 'silu'; isGated: boolean } => ({
  activation: activation === 'swiglu' ? 'silu' : activation,
  isGated: activation === 'swiglu',
});

/** The stacks of a Transformer, and what they share. */
export interface TransformerDescription {
  readonly embedDim: number;
  readonly encoder?: Readonly<StackDescription>;
  readonly decoder?: Readonly<StackDescription>;
  /** Bias of the logits. Default false. */
  readonly hasOutputBias?: boolean;
}

/** The part of a module that reads descriptions. */
type DescriptionModule = Pick<MainModule, 'Positions' | 'FeedForwardActivation' | 'NormKind' | 'defaultStack'>;

/** The description as C++ reads it: complete. */
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
