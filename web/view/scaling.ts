/** The factor by which the model scales attention scores, and the user's interventions in it. */
export interface Scaling {
  /** Factor of the scores in the model: 1/√headDim in most models, 1 in some. */
  scale: number;
  /** False if the user's intervention switches the scaling off. */
  useScaling: boolean;
  temperature: number;
}

const SIGNIFICANT_DIGITS = 6; // significant digits of a divisor that is not the square root of an integer

/**
 * The number d in “divided by √d”; null if the model does not divide, or if an intervention switches the scaling off.
 */
export function dividedByRootOf({ scale, useScaling }: Scaling): number | null {
  return useScaling && scale !== 1 ? Number((1 / scale ** 2).toPrecision(SIGNIFICANT_DIGITS)) : null;
}

/** Factor by which scores are actually multiplied, including interventions. */
export const factorOf = ({ scale, useScaling, temperature }: Scaling): number => (useScaling ? scale : 1) / temperature;
