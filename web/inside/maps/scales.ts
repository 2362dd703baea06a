// Color scales for signed numbers, and for the shares of a sum's terms.
import { divergingScale, palettes, weightScale, type ColorScale, type Palette } from '../../view/marks/palette.js';

/**
 * Colors at the two ends of the signed scale: darker variants (in the dark theme, lighter ones) of the colors for
 * losses and gains.
 */
const ENDS = {
  light: { negative: '#8f2f1b', positive: '#23527b' },
  dark: { negative: '#ffab8e', positive: '#a5d2f7' },
} as const;

/** Color scale for signed numbers from −`largest` to `largest`. */
export function signedScale(theme: 'light' | 'dark', largest: number): ColorScale {
  const { negative, positive } = ENDS[theme];
  const palette = palettes[theme];
  return divergingScale({ ...palette, zero: palette.weights[0]! }, largest, positive, negative);
}

/**
 * Color scale of shares: shares from 0 to 1 have the colors of attention weights, shares below 0 the color of negative
 * products.
 */
export function shareScale(palette: Palette): ColorScale {
  const weights = weightScale(palette);
  const below = divergingScale({ ...palette, zero: palette.weights[0]! }, 1, palette.positive, palette.negative);
  return { low: -1, high: 1, color: (share) => (share < 0 ? below.color(-Math.sqrt(-share)) : weights.color(share)) };
}
