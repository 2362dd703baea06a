// Adopts styles of lazily loaded parts, after an element's own styles.
import type { CSSResult } from 'lit';

/** Appends style sheets to those of an element, except sheets that the element has already adopted. */
export function adoptStyles({ shadowRoot }: HTMLElement, styles: readonly CSSResult[]): void {
  const { adoptedStyleSheets } = shadowRoot!;
  for (const { styleSheet } of styles) {
    if (!adoptedStyleSheets.includes(styleSheet!)) adoptedStyleSheets.push(styleSheet!);
  }
}
