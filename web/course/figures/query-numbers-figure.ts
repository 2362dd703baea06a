// Figure: the learner changes the numbers of a query vector, which the <attention-spotlight> element draws as stripes.
import { css, html, type TemplateResult } from 'lit';
import { FollowingFigure, figureStyles } from './figure.js';
import { decimal } from '../facts.js';
import { indexOfWord } from '../words.js';

export class QueryNumbersFigure extends FollowingFigure {
  static override styles = [
    figureStyles,
    css`
      :host {
        max-width: none;
      }
      ol {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(4.6em, 1fr));
        gap: 4px;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      button {
        width: 100%;
        min-height: 32px;
        padding: 0 4px;
        color: var(--_spotlight-query);
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  protected override follow(): void {
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { run, trace, cell } = this.spotlight;
    const row = run
      ? indexOfWord(
          run.tokens.map(({ text }) => text),
          'love',
        )
      : -1;
    if (!run || !trace || row < 0) return html``;
    const { title, number } = this.texts.figures.queryNumbers;
    const size = trace.query.shape[1]!;
    const numbers = trace.query.data.subarray(row * size, (row + 1) * size);
    const isChosen = (column: number) => cell?.matrix === 'query' && cell.row === row && cell.column === column;
    const choose = (column: number) => (this.spotlight.cell = { matrix: 'query', row, column });
    return html`<h3>${title(run.tokens[row]!.text)}</h3>
      <ol>
        ${Array.from(
          numbers,
          (value, column) =>
            html`<li>
              <button
                aria-label=${number(column, decimal(value))}
                aria-pressed=${isChosen(column) ? 'true' : 'false'}
                @click=${() => choose(column)}
              >
                ${decimal(value)}
              </button>
            </li>`,
        )}
      </ol>`;
  }
}
