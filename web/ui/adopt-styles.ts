// Styles of lazily loaded parts, which an element adopts after its own styles.
import type { CSSResult } from 'lit';

/** Appends style sheets that are not adopted yet. */
export function adoptStyles({ shadowRoot }: HTMLElement, styles: readonly CSSResult[]): void {
  const { adoptedStyleSheets } = shadowRoot!;
  for (const { styleSheet } of styles) {
    if (!adoptedStyleSheets.includes(styleSheet!)) adoptedStyleSheets.push(styleSheet!);
  }
}
