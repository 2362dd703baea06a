/** The model's scale of the attention scores, and the interventions in it. */
export interface Scaling {
  /** Factor of the model: 1/√headDim in most models, 1 in some. */
  scale: number;
  /** False if an intervention switches the scale off. */
  useScaling: boolean;
  temperature: number;
}

const SIGNIFICANT_DIGITS = 6; // significant digits of a divisor that is not the square root of an integer

/** The number d in “divided by √d”; null if the model does not divide, or if the scale is switched off. */
export function dividedByRootOf({ scale, useScaling }: Scaling): number | null {
  return useScaling && scale !== 1 ? Number((1 / scale ** 2).toPrecision(SIGNIFICANT_DIGITS)) : null;
}

/** Factor by which the scores are actually multiplied. */
export const factorOf = ({ scale, useScaling, temperature }: Scaling): number => (useScaling ? scale : 1) / temperature;
