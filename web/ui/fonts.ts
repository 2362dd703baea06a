// Fonts of an element's text, in its interface and on its canvas.
import { SANS } from '../view/marks/fonts.js';

export const FONT_FAMILY = '--spotlight-font-family';

/** Font families of an element: those in `--spotlight-font-family`, if they are valid, and then the default ones. */
export function fontsOf(element: HTMLElement): string {
  const given = getComputedStyle(element).getPropertyValue(FONT_FAMILY).trim();
  return given !== '' && globalThis.CSS?.supports('font-family', given) ? `${given}, ${SANS}` : SANS;
}
