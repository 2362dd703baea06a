// Draws QR codes as SVG. This module is loaded on demand, since it needs a library.
import { generate } from 'lean-qr';
import { html, type TemplateResult } from 'lit';

/** Width of the empty border around a QR code, in modules (the squares of the code). */
const QUIET = 4;

/**
 * Draws a QR code.
 * @returns null if the text is too long
 */
export function qrCode(text: string, label: string): TemplateResult | null {
  try {
    const code = generate(text);
    const range = Array.from({ length: code.size }, (_, at) => at);
    const path = range.flatMap((y) => range.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`)).join('');
    const size = code.size + 2 * QUIET;
    return html`<svg class="qr" viewBox="${-QUIET} ${-QUIET} ${size} ${size}" role="img" aria-label=${label}>
      <rect x=${-QUIET} y=${-QUIET} width=${size} height=${size} fill="#fff" />
      <path d=${path} fill="#000" shape-rendering="crispEdges" />
    </svg>`;
  } catch {
    return null;
  }
}
