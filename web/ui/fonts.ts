// Fonts of the text in an element, both in its interface and on its canvas.
import { SANS } from '../view/marks/fonts.js';

export const FONT_FAMILY = '--spotlight-font-family';

/** The families in `--spotlight-font-family`, if they are valid, followed by the default families. */
export function fontsOf(element: HTMLElement): string {
  const given = getComputedStyle(element).getPropertyValue(FONT_FAMILY).trim();
  return given !== '' && globalThis.CSS?.supports('font-family', given) ? `${given}, ${SANS}` : SANS;
}
