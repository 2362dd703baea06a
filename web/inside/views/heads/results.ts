import { attribution } from '../attribution/results.js';
import { computation, type Computation } from '../../computation.js';
import { knockOut } from '../knock-out/results.js';
import type { AttentionType } from '../../../engine/transformer/head-ref.js';
import type { InsideState } from '../../state.js';
import type { Patterns } from '../../work/patterns.js';
import type { requests } from './work.js';

export const heads = computation<typeof requests.heads>('heads', () => ({}), { isOfModel: true });

/** Result: the heads whose attention patterns are most similar to those of the selected head. */
export const similar = computation<typeof requests.similar>('similar', ({ state: { head: at } }) => at && { at });

interface LayerRef {
  readonly attention: AttentionType;
  readonly layer: number;
}

/**
 * Result: the attention patterns of each layer, by attention type and layer number, such as 'encoder.0'. They arrive
 * one layer after another.
 */
export const patterns: Computation<ReadonlyMap<string, Patterns>> = {
  name: 'patterns',
  argumentOf: ({ heads: all }): LayerRef[] =>
    all.flatMap(({ attention, layers }) => Array.from({ length: layers }, (_, layer) => ({ attention, layer }))),
  async compute(client, argument, { signal, onProgress }) {
    const layers = argument as readonly LayerRef[];
    const known = new Map<string, Patterns>();
    for (const each of layers) {
      known.set(`${each.attention}.${each.layer}`, (await client.send('patterns', each, { signal })) as Patterns);
      onProgress(known.size / layers.length, known);
    }
    return known;
  },
};

/** Results that contain the numbers by which the heads are sorted in a state. */
export const orderedBy = ({ sort }: InsideState): Computation<unknown>[] =>
  sort === 'direct' ? [attribution] : sort === 'total' ? [knockOut] : [];
