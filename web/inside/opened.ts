// A model that was opened, or only described: its files, its facts, and the precision in which it fits into memory.
import { KEPT_PRECISIONS, type KeptPrecision } from '../engine/parameters/load-parameters.js';
import { LARGE } from '../page/chosen-files.js';
import type { ModelFacts } from '../engine/pretrained/model-facts.js';
import type { Source } from './work/opening.js';

/**
 * Maximum memory of a model in bytes: a 32-bit WebAssembly memory has 4 GiB, of which 256 MiB are reserved for
 * computations.
 */
export const MOST_MEMORY = 2 ** 32 - 2 ** 28;

export interface Opened {
  readonly name: string;
  readonly source: Source;
  readonly facts: ModelFacts;
  /** Precision of the weights in memory; null if the model does not fit into memory in any precision. */
  readonly precision: KeptPrecision | null;
}

/**
 * True if the attention in a model's first layer is shown while the rest of the model is read. Only large text models
 * opened from files are read in this way: a server without range requests would send its files twice.
 */
export const hasFirstLayer = ({ source, facts }: Pick<Opened, 'source' | 'facts'>): boolean =>
  facts.bytes >= LARGE && !facts.readsImages && source !== 'stories' && [source.weights].flat()[0] instanceof File;

/**
 * Precision in which a model is read by default: the one stored in its file if the model then fits into memory, so that
 * 16-bit files are not expanded; otherwise the highest one in which it fits; null if there is none.
 */
export function precisionThatFits({ memory }: Pick<ModelFacts, 'memory'>): KeptPrecision | null {
  const preferred = ['stored', ...KEPT_PRECISIONS.filter((each) => each !== 'stored')] as const;
  return preferred.find((each) => memory[each] <= MOST_MEMORY) ?? null;
}

/** Name of a model: that of its folder or, without a folder, that of its first weight file. */
export function nameOf(source: Source): string {
  if (source === 'stories') return source;
  const [file] = [source.weights].flat();
  if (!(file instanceof File)) return '';
  const folder = file.webkitRelativePath.split('/').at(-2);
  return folder ?? file.name.replace(/\.(gguf|safetensors)$/, '');
}

/** Number of layers and heads that a model has for one attention type. */
export interface HeadsOf {
  readonly attention: 'encoder' | 'decoder' | 'cross';
  readonly layers: number;
  readonly heads: number;
  /** Number of query heads that share one key/value head. */
  readonly group: number;
}

export function headsOf({ description: { encoder, decoder } }: Pick<ModelFacts, 'description'>): HeadsOf[] {
  const of = (attention: HeadsOf['attention'], stack: NonNullable<typeof encoder>): HeadsOf => ({
    attention,
    layers: stack.layers,
    heads: stack.numHeads,
    group: stack.numHeads / stack.numKvHeads,
  });
  return [
    ...(encoder ? [of('encoder', encoder)] : []),
    ...(decoder ? [of('decoder', decoder)] : []),
    ...(decoder?.hasCrossAttention === true ? [of('cross', decoder)] : []),
  ];
}
