// Which head is shown: what the properties ask for, as far as the model has it.
import type { HeadDescription } from '../engine/model-config.js';
import type { AttentionKind, Run } from '../engine/run.js';
import type { State } from './properties.js';

/** Layer and head count from 0. */
export interface HeadPlace {
  kind: AttentionKind;
  layer: number;
  head: number;
}

export type Shape = Pick<Run, 'layers' | 'numHeads'>;

/** What a model has before it is there. */
export const UNKNOWN_SHAPE: Shape = { layers: { self: 1, causal: 0, cross: 0 }, numHeads: 1 };

/** The head of a kind that says most: the one that finds what a pronoun refers to, or one with another role. */
export function tellingHead(heads: readonly HeadDescription[], kind: AttentionKind): HeadPlace {
  const known = heads.filter((each) => each.kind === kind);
  return (
    known.find(({ role }) => role === 'antecedent') ?? known.find(({ role }) => role) ?? { kind, layer: 0, head: 0 }
  );
}

export function headPlace(
  { kind: askedKind, layer, head }: Pick<State, 'kind' | 'layer' | 'head'>,
  { layers, numHeads }: Shape,
  heads: readonly HeadDescription[],
): HeadPlace {
  const named = heads.find(({ role }) => role !== null && role === head);
  if (named && (askedKind === 'auto' || askedKind === named.kind)) return named;
  const kind = askedKind !== 'auto' && layers[askedKind] > 0 ? askedKind : 'self';
  if (typeof head !== 'number') return tellingHead(heads, kind);
  return { kind, layer: Math.min(layer, layers[kind] - 1), head: Math.min(head, numHeads - 1) };
}
