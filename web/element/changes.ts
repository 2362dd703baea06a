// What a reader changes in a run, as properties: which of them there are, and what they say to the model.
import { initialState, type State } from './properties.js';
import type { Pair, Silenced } from './property-kinds.js';
import type { HeadAddress, Intervention, Run } from '../engine/run.js';

/** The properties that change the run. */
export const CHANGES = ['causal', 'scale', 'temperature', 'padding', 'mask', 'silence'] as const;

export type Changed = Pick<State, (typeof CHANGES)[number]>;

/** Nothing changed. */
export function noChanges(): Changed {
  const { causal, scale, temperature, padding, mask, silence } = initialState();
  return { causal, scale, temperature, padding, mask, silence };
}

export const isChanged = ({ causal, scale, temperature, padding, mask, silence }: Changed): boolean =>
  causal || !scale || temperature !== 1 || padding > 0 || mask.length > 0 || silence.length > 0;

const isWord = (each: Silenced): each is number => typeof each === 'number';

/** What a model is asked for; what another text or another model had and this has not is left out. */
export function interventionOf(
  { causal, scale, temperature, padding, mask, silence }: Changed,
  words: number,
  { layers, numHeads }: Pick<Run, 'layers' | 'numHeads'>,
): Intervention {
  return {
    causal,
    scale,
    temperature,
    padding: Math.min(padding, words - 1),
    mask: mask.filter(([row, column]) => row < words && column < words),
    silenceWords: silence.filter(isWord).filter((word) => word < words),
    silenceHeads: silence
      .filter((each): each is HeadAddress => !isWord(each))
      .filter(({ kind, layer, head }) => layer < layers[kind] && head < numHeads),
  };
}

/** A pair more, or one less. */
export function withPair(mask: readonly Pair[], row: number, column: number): readonly Pair[] {
  const others = mask.filter((pair) => pair[0] !== row || pair[1] !== column);
  return others.length < mask.length ? others : [...mask, [row, column]];
}

const isSame = (one: Silenced, other: Silenced): boolean =>
  isWord(one) || isWord(other)
    ? one === other
    : one.kind === other.kind && one.layer === other.layer && one.head === other.head;

export const isSilenced = (silence: readonly Silenced[], one: Silenced): boolean =>
  silence.some((each) => isSame(each, one));

/** One silenced more, or one less. */
export function withSilenced(silence: readonly Silenced[], one: Silenced): readonly Silenced[] {
  return isSilenced(silence, one) ? silence.filter((each) => !isSame(each, one)) : [...silence, one];
}

/** What is silenced when another text comes: its words are others. */
export const withoutWords = (silence: readonly Silenced[]): readonly Silenced[] =>
  silence.filter((each) => !isWord(each));
