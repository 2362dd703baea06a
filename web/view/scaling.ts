// Divisor of an attention's scores.

/** The model's factor of the scores, and what an intervention makes of it. */
export interface Scaling {
  /** The model's own: 1/√headDim in most, 1 in some. */
  scale: number;
  /** Whether the scores are multiplied by it. */
  useScaling: boolean;
  temperature: number;
}

const SIGNIFICANT = 6; // digits of a divisor that is no square root of a whole number

/** The number whose square root the model divides its scores by; null: it does not divide, or the user has switched it off. */
export function dividedByRootOf({ scale, useScaling }: Scaling): number | null {
  return useScaling && scale !== 1 ? Number((1 / scale ** 2).toPrecision(SIGNIFICANT)) : null;
}

/** The factor of the scores as it is. */
export const factorOf = ({ scale, useScaling, temperature }: Scaling): number => (useScaling ? scale : 1) / temperature;
