// Rotary positions (Su et al. 2021), as the engine turns queries and keys (cpp/attention/rotary.hpp).
import type { HeadRef } from '../../engine/model/run.js';
import type { Rotation } from '../../view/view-model.js';
import type { ShownModel } from './shown-model.js';

/** How each number of a query or a key of an attention is turned; null where it is not. */
export function rotationOf(
  { description }: ShownModel,
  { attention }: Pick<HeadRef, 'attention'>,
): (token: number, dimension: number) => Rotation | null {
  const {
    positions = 'none',
    rotaryDim = 0,
    theta = 10_000,
  } = description?.[attention === 'encoder' ? 'encoder' : 'decoder'] ?? {};
  if (!positions.startsWith('rotary') || attention === 'cross') return () => null;
  const inPairs = positions === 'rotaryPairs';
  const half = rotaryDim / 2;
  return (token, dimension) => {
    if (dimension >= rotaryDim) return null;
    const isFirst = inPairs ? dimension % 2 === 0 : dimension < half;
    const distance = inPairs ? 1 : half;
    const pair = inPairs ? Math.floor(dimension / 2) : dimension % half;
    const angle = token * theta ** ((-2 * pair) / rotaryDim);
    return {
      partner: isFirst ? dimension + distance : dimension - distance,
      cos: Math.cos(angle),
      sin: isFirst ? -Math.sin(angle) : Math.sin(angle),
    };
  };
}
