// What a recurrent network keeps of each word, beside what attention reaches.
import { html, type TemplateResult } from 'lit';
import { bars } from '../chart.js';
import { Figure } from '../figure.js';
import { whatIsKept } from '../recurrence.js';

export class RecurrenceFigure extends Figure {
  protected override render(): TemplateResult {
    const words = this.run?.tokens.map(({ text }) => text) ?? [];
    const texts = this.texts.recurrence;
    if (words.length === 0) return html``;
    return html`${bars(texts.title, words, whatIsKept(words), '--key')}
      <p class="hint">${texts.note}</p>`;
  }
}
