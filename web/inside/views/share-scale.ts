// Scale of shares of a sum.
import { productScale, weightScale, type ColorScale, type Palette } from '../../view/marks/palette.js';

/** A share of 0 … 1 has the color of a weight; one below 0, which works against the sum, that of a negative product. */
export function shareScale(palette: Palette): ColorScale {
  const [weights, products] = [weightScale(palette), productScale(palette, 1)];
  return {
    low: -1,
    high: 1,
    color: (share) => (share < 0 ? products.color(-Math.sqrt(-share)) : weights.color(share)),
  };
}
