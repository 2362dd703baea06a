// Figure: a table that compares a single head with self-, causal and cross-attention, for the sentence in the
// <attention-spotlight> element.
import { html, type TemplateResult } from 'lit';
import { costOf } from '../../engine/analysis/cost.js';
import { count } from '../facts.js';
import { FollowingFigure } from './figure.js';
import { withSubscripts } from '../../ui/subscripts.js';
import type { AttentionType, Run } from '../../engine/transformer/run.js';

const ROWS = ['single', 'encoder', 'decoder', 'cross'] as const;
type Row = (typeof ROWS)[number];

/**
 * Row of the table that the question of the step is about. Its numbers are hidden until the learner has selected
 * cross-attention in the <attention-spotlight> element.
 */
const ASKED = 'cross';
const HIDDEN = '?';

/**
 * Numbers of queries, keys, heads and attention weights in an attention layer, for one row of the table. The row
 * 'single' is a single encoder head with the full embedDim.
 */
function sizesOf(run: Run, row: Row) {
  const [source, target] = [run.tokens.length, run.decode()?.tokens.length ?? 0];
  const queries = row === 'single' || row === 'encoder' ? source : target;
  const keys = row === 'decoder' ? target : source;
  const heads = row === 'single' ? 1 : run.numHeads;
  const pairs = row === 'decoder' ? (queries * (queries + 1)) / 2 : queries * keys;
  return { queries, keys, heads, weights: heads * pairs };
}

export class AttentionTypesFigure extends FollowingFigure {
  static override properties = { ...FollowingFigure.properties, isFound: { state: true } };
  declare isFound: boolean;

  constructor() {
    super();
    this.isFound = false;
  }

  protected override follow(): void {
    this.isFound ||= this.spotlight.attention === ASKED;
  }

  protected override render(): TemplateResult {
    const texts = this.texts.figures.attentionTypes;
    const { run } = this;
    if (!run || run.layers.cross === 0) return html``;
    const embedDim = run.layer('encoder', 0).queryInput.shape[1]!;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${texts.title}>
      <table class="wide">
        <thead>
          <tr>
            <td></td>
            ${texts.columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${ROWS.map((row) => this.#row(run, row, embedDim))}
        </tbody>
      </table>
      <p class="hint">${withSubscripts(texts.note(embedDim, run.numHeads))}</p>
    </div>`;
  }

  #row(run: Run, row: Row, embedDim: number): TemplateResult {
    const texts = this.texts.figures.attentionTypes;
    const { queries, keys, heads, weights } = sizesOf(run, row);
    const isSingle = row === 'single';
    const isOpen = row !== ASKED || this.isFound;
    const { total } = costOf({
      queries,
      keys,
      heads,
      embedDim,
      headDim: embedDim / heads,
      outputProjection: !isSingle,
    });
    return html`<tr>
      <th scope="row">
        ${isSingle ? texts.names[row] : html`<button @click=${() => this.#select(row)}>${texts.names[row]}</button>`}
      </th>
      <td>${isOpen ? texts.sources[row] : HIDDEN}</td>
      <td>${isOpen ? `${heads} × ${queries} × ${keys}` : HIDDEN}</td>
      <td>${isOpen ? count(weights) : HIDDEN}</td>
      <td>${texts.parameters(isSingle ? 3 : 4, count(total.parameters))}</td>
    </tr>`;
  }

  #select(attention: AttentionType): void {
    this.spotlight.state = { attention, head: 'auto', query: -1, cell: null };
  }
}
