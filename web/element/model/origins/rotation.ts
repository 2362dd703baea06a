// Rotary positions (Su et al. 2021), as the engine turns queries and keys (cpp/attention/rotary.hpp).
import type { HeadRef } from '../../../engine/model/run.js';
import type { Rotation } from '../../../view/view-model.js';
import type { StackDescription } from '../../../engine/model/description.js';
import type { ShownModel } from '../shown-model.js';

/** Radians per position, as cpp/attention/rotary.cpp has them. */
function frequencyOf(stack: StackDescription, pair: number): number {
  const { rotaryDim = 0, theta = 10_000, rotaryFactor = 1, rotaryOriginalLength: length = 0 } = stack;
  const { rotaryLowFactor: low = 0, rotaryHighFactor: high = 0 } = stack;
  const frequency = theta ** ((-2 * pair) / rotaryDim);
  const divided = frequency / rotaryFactor;
  if (length === 0) return divided;
  const turns = (length * frequency) / (2 * Math.PI);
  const kept = Math.min(1, Math.max(0, (turns - low) / (high - low)));
  return (1 - kept) * divided + kept * frequency;
}

/** How each number of a query or a key of an attention is turned; null where it is not. */
export function rotationOf(
  { description }: ShownModel,
  { attention }: Pick<HeadRef, 'attention'>,
): (token: number, dimension: number) => Rotation | null {
  const stack = description?.[attention === 'encoder' ? 'encoder' : 'decoder'];
  const { positions = 'none', rotaryDim = 0 } = stack ?? {};
  if (!positions.startsWith('rotary') || attention === 'cross') return () => null;
  const inPairs = positions === 'rotaryPairs';
  const half = rotaryDim / 2;
  return (token, dimension) => {
    if (dimension >= rotaryDim) return null;
    const isFirst = inPairs ? dimension % 2 === 0 : dimension < half;
    const distance = inPairs ? 1 : half;
    const pair = inPairs ? Math.floor(dimension / 2) : dimension % half;
    const angle = token * frequencyOf(stack!, pair);
    return {
      partner: isFirst ? dimension + distance : dimension - distance,
      cos: Math.cos(angle),
      sin: isFirst ? -Math.sin(angle) : Math.sin(angle),
    };
  };
}
