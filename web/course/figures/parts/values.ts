// Two-dimensional value vectors of three tokens, which the figures on the average and the weighted average share.
import { css } from 'lit';
import { tensor } from '../../../engine/core/tensor.js';
import type { Engine } from '../../../engine/index.js';
import type { Point } from './plane.js';

const VALUES = [
  [1, 5],
  [4, 1],
  [7, 3],
] as const;

export const pointsOf = (names: readonly string[]): readonly Point[] =>
  VALUES.map((at, index) => ({ name: names[index]!, at }));

export function weightedSum(engine: Engine, weights: readonly number[]): readonly [number, number] {
  const { data } = engine.matmul(tensor(weights, [1, VALUES.length]), tensor(VALUES.flat(), [VALUES.length, 2]));
  return [data[0]!, data[1]!];
}

export const distances = ([x, y]: readonly [number, number]): readonly number[] =>
  VALUES.map((value) => Math.hypot(x - value[0], y - value[1]));

/** True if a point lies strictly inside the triangle whose corners are the three value vectors. */
export function isInside([x, y]: readonly [number, number]): boolean {
  const sides = VALUES.map((a, index) => {
    const b = VALUES[(index + 1) % VALUES.length]!;
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
  });
  return sides.every((side) => side > 1e-6) || sides.every((side) => side < -1e-6);
}

export const planeStyles = css`
  svg .name {
    fill: var(--_spotlight-text);
    font-size: 13px;
    paint-order: stroke;
    stroke: var(--_spotlight-surface);
    stroke-width: 3px;
  }
  .hull {
    fill: var(--_spotlight-value);
    fill-opacity: 0.12;
    stroke: var(--_spotlight-value);
  }
  .token {
    fill: var(--_spotlight-value);
  }
  .output {
    fill: var(--_spotlight-weight);
    stroke: var(--_spotlight-surface);
    stroke-width: 2;
  }
  @media (min-width: 1000px) {
    .beside {
      grid-template-columns: 3fr 2fr;
    }
  }
`;
