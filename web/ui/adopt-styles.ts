// Adopts styles of lazily loaded parts, after an element's own styles.
import type { CSSResult } from 'lit';

/** Appends the style sheets that the element has not adopted yet to those that it has. */
export function adoptStyles({ shadowRoot }: HTMLElement, styles: readonly CSSResult[]): void {
  const { adoptedStyleSheets } = shadowRoot!;
  for (const { styleSheet } of styles) {
    if (!adoptedStyleSheets.includes(styleSheet!)) adoptedStyleSheets.push(styleSheet!);
  }
}
