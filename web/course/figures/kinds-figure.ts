// Self, multi-head, causal and cross attention in one table, with the numbers of the sentence on the stage.
import { html, type TemplateResult } from 'lit';
import { costOf } from '../../engine/cost.js';
import { Figure } from '../figure.js';
import { withSubscripts } from '../../element/subscripts.js';
import type { AttentionKind } from '../../engine/run.js';

const ROWS = ['single', 'self', 'causal', 'cross'] as const;

export class KindsFigure extends Figure {
  protected override render(): TemplateResult {
    const texts = this.texts.kinds;
    const { run } = this;
    if (!run?.target) return html``;
    const [words, pieces, heads] = [run.tokens.length, run.targetTokens.length, run.numHeads];
    const embedDim = run.layer('self', 0).queryInput.shape[1]!;
    const row = (name: (typeof ROWS)[number]) => {
      const kind: AttentionKind = name === 'single' ? 'self' : name;
      const [queries, keys] = [kind === 'self' ? words : pieces, kind === 'causal' ? pieces : words];
      const many = name === 'single' ? 1 : heads;
      const { total } = costOf({
        ...{ queries, keys, embedDim, heads: many, headDim: embedDim / many },
        outputProjection: name !== 'single',
      });
      const heard = kind === 'causal' ? (queries * (queries + 1)) / 2 : queries * keys;
      return html`<tr>
        <th scope="row">
          ${
            name === 'single'
              ? texts.names[name]
              : html`<button @click=${() => (this.spotlight.state = { kind, head: 'auto', row: -1, cell: null })}>
                  ${texts.names[name]}
                </button>`
          }
        </th>
        <td>${texts.sources[name]}</td>
        <td>${many} × ${queries} × ${keys}</td>
        <td>${(many * heard).toLocaleString('en')}</td>
        <td>${texts.parameters(name === 'single' ? 3 : 4, total.parameters.toLocaleString('en'))}</td>
        <td>${texts.uses[name]}</td>
      </tr>`;
    };
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${texts.title}>
      <table class="wide">
        <thead>
          <tr>
            <td></td>
            ${texts.columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${ROWS.map(row)}
        </tbody>
      </table>
      <p class="hint">${withSubscripts(texts.note(embedDim, heads))}</p>
    </div>`;
  }
}
