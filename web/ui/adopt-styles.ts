// Styles that an element adopts after its own, when a part that comes later has them.
import type { CSSResult } from 'lit';

/** Appends style sheets, each of them once. */
export function adoptStyles({ shadowRoot }: HTMLElement, styles: readonly CSSResult[]): void {
  const { adoptedStyleSheets } = shadowRoot!;
  for (const { styleSheet } of styles) {
    if (!adoptedStyleSheets.includes(styleSheet!)) adoptedStyleSheets.push(styleSheet!);
  }
}
