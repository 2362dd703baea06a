// Fonts of an element's text, in the interface and on the canvas.
import { SANS } from '../view/marks/fonts.js';

export const FONT_FAMILY = '--spotlight-font-family';

/** Families of `--spotlight-font-family`, if valid, before the default ones. */
export function fontsOf(element: HTMLElement): string {
  const given = getComputedStyle(element).getPropertyValue(FONT_FAMILY).trim();
  return given !== '' && globalThis.CSS?.supports('font-family', given) ? `${given}, ${SANS}` : SANS;
}
