// Styles of lazily loaded parts, which an element adopts after its own.
import type { CSSResult } from 'lit';

/** Appends style sheets, each only once. */
export function adoptStyles({ shadowRoot }: HTMLElement, styles: readonly CSSResult[]): void {
  const { adoptedStyleSheets } = shadowRoot!;
  for (const { styleSheet } of styles) {
    if (!adoptedStyleSheets.includes(styleSheet!)) adoptedStyleSheets.push(styleSheet!);
  }
}
