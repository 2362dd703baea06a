// How much each token still affects the last state of a recurrent network.
import { html, type TemplateResult } from 'lit';
import { bars } from './chart.js';
import { Figure } from './figure.js';
import { gradientNormPerToken } from './recurrence.js';
import { withSubscripts } from '../../ui/subscripts.js';

export class RecurrenceFigure extends Figure {
  protected override render(): TemplateResult {
    const tokens = this.run?.tokens.map(({ text }) => text) ?? [];
    const texts = this.texts.recurrence;
    if (tokens.length === 0) return html``;
    return html`${bars(texts.title, tokens, gradientNormPerToken(tokens), '--_spotlight-key')}
      <p class="hint">${withSubscripts(texts.note)}</p>`;
  }
}
