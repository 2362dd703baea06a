/**
 * The factor by which a head multiplies its attention scores: the model's scaling, with the user's interventions in it.
 */
export interface Scaling {
  /** The model's factor for the scores: 1/√headDim in most models, 1 in some. */
  scale: number;
  /** False if the user has switched off the division by √d. */
  useScaling: boolean;
  temperature: number;
}

const SIGNIFICANT_DIGITS = 6; // significant digits of a divisor that is not the square root of an integer

/**
 * The number d in “divided by √d”; null if the model does not divide its scores, or if the user has switched off the
 * division.
 */
export function dividedByRootOf({ scale, useScaling }: Scaling): number | null {
  return useScaling && scale !== 1 ? Number((1 / scale ** 2).toPrecision(SIGNIFICANT_DIGITS)) : null;
}

/** Factor by which the scores are actually multiplied: the model's factor, with the user's interventions. */
export const factorOf = ({ scale, useScaling, temperature }: Scaling): number => (useScaling ? scale : 1) / temperature;
