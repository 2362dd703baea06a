// Colors and fonts of “Look inside”, which are those of the page and of <attention-spotlight>. The interface is black
// and white, since colors represent data.
import { css, unsafeCSS, type CSSResult } from 'lit';
import { palettes, type Palette } from '../../view/marks/palette.js';
import { SANS } from '../../view/marks/fonts.js';

/**
 * CSS variables for the colors of the interface. The background is that of the page, so that the section has no visible
 * frame.
 */
const interfaceOf = ({ background, surface, raised, line, text, muted, query, key, onAccent }: Palette): CSSResult =>
  unsafeCSS(`
    --paper: var(--page, ${background});
    --sheet: ${surface};
    --sunk: ${raised};
    --rule: ${line};
    --edge: color-mix(in srgb, ${muted} 75%, ${surface});
    --ink: ${text};
    --ink-2: ${muted};
    --on-ink: ${onAccent};
    --query: ${query};
    --key: ${key};`);

export const tokens = css`
  :host {
    ${interfaceOf(palettes.light)}
    --gold: #e5a50a;
    --gold-edge: #a86c00;
    --marker: #fbe6a6;
    --loses: #a03a22;
    --gains: #2d5f8b;
    --fonts: ${unsafeCSS(SANS)};
    border: 0;
    border-radius: 0;
    background: var(--paper);
    color: var(--ink);
    font: 15px/1.5 var(--fonts);
    font-variant-numeric: lining-nums tabular-nums;
    font-variant-east-asian: proportional-width; /* otherwise quotation marks of a Chinese font are full-width */
    overflow: visible;
  }
  :host([theme='dark']) {
    ${interfaceOf(palettes.dark)}
    --gold: #f5c044;
    --gold-edge: #f5c044;
    --marker: #4b3c17;
    --loses: #f0896a;
    --gains: #8bbde6;
  }
  [lang|='zh'] {
    font-family: 'Spotlight Chinese marks', var(--fonts);
    line-height: 1.65;
    font-variant-east-asian: normal;
  }
`;
