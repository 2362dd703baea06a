// The view `score`: the decomposition of an attention score, as a map of all pairs of parts and a table of the
// strongest pairs.
import { attribution } from '../attribution/results.js';
import { blockButton } from '../../element/intervention-buttons.js';
import { choice } from '../../element/choice.js';
import { headChoice } from '../../element/head-choice.js';
import { html, nothing, type TemplateResult } from 'lit';
import { labAddress } from '../../element/lab-address.js';
import { labeledParts, strongestPairs } from './score-map.js';
import { matrixPicture } from '../../maps/matrix-picture.js';
import { MEASURES } from '../../state.js';
import { mostDirectHead } from '../../element/first-head.js';
import { score as result } from './results.js';
import { styles } from './styles.js';
import { partName, shownToken, type Shown } from '../../element/shown.js';
import { scaleLegend } from '../../maps/scale-legend.js';
import { sidesOf } from '../../sides.js';
import { styled } from '../../../ui/style-vars-directive.js';
import type { AttributedScore, SharesOfPairs } from './work.js';
import type { AxisLabel } from '../../maps/matrix-layout.js';
import type { Answer, ShownToken } from '../../work/answer.js';
import type { ScorePart } from './score-parts.js';
import type { View } from '../../element/view.js';

const LISTED = 10;
/** Minimum width of the view, in pixels, at which the map and the table are side by side. */
const BESIDE_FROM = 620;
/** Width of the map's row labels, in pixels. */
const LEFT = 82;

export const view: View = {
  name: 'score',
  result,
  others: () => [attribution],
  draw(shown) {
    const { value } = shown.inspection.result(result);
    return value && shown.inspection.answer.value && drawn(shown, value);
  },
  controls,
  firstHead: mostDirectHead,
  styles,
};

function controls(shown: Shown): TemplateResult {
  const { texts, inspection } = shown;
  const [answer, score] = [inspection.answer.value, inspection.result(result).value];
  return html`<div class="choices">
    ${headChoice(shown)} ${answer && score ? pairChoice(shown, answer, score) : nothing}
    ${choice(texts.score.measure, MEASURES, texts.score.measures, inspection.state.measure, (measure) => inspection.set({ measure }))}
  </div>`;
}

function pairChoice(shown: Shown, answer: Answer, score: AttributedScore): TemplateResult {
  const { texts, inspection } = shown;
  const { blockPair } = texts.interventions;
  const { queries, keys } = sidesOf(answer, score.at.attention);
  const { query, key } = score;
  const select = (
    kind: 'query' | 'key',
    tokens: readonly ShownToken[],
    positions: readonly number[],
    chosen: number,
    change: (position: number) => void,
  ) =>
    html`<select
      class=${kind}
      aria-label=${texts.score[kind]}
      @change=${({ target }: Event) => change(Number((target as HTMLSelectElement).value))}
    >
      ${positions
        .filter((position) => position < tokens.length)
        .map(
          (position) =>
            html`<option value=${position} .selected=${position === chosen}>
              ${texts.ask.at(shownToken(tokens[position]!.text), position + 1)}
            </option>`,
        )}
    </select>`;
  // Query that the user has chosen. The displayed score may still belong to the previous choice.
  const chosenQuery = () => inspection.queryAt(score.at.attention);
  const chosenKey = () => inspection.state.pair?.[1] ?? key;
  return html`<span class="choice"
    >${select('query', queries, [...queries.keys()], query, (next) => inspection.set({ pair: [next, chosenKey()] }))}
    <span>${texts.score.attendsTo}</span>
    ${select('key', keys, score.keys, key, (next) => inspection.set({ pair: [chosenQuery(), next] }))}
    ${
      score.keys.length > 1
        ? blockButton(
            shown,
            score.at,
            [query, key],
            blockPair(shownToken(score.tokens.query), shownToken(score.tokens.key)),
          )
        : nothing
    }</span
  >`;
}

function drawn(shown: Shown, score: AttributedScore): TemplateResult {
  const { texts, inspection } = shown;
  const { measure } = inspection.state;
  const shares = score.shares[measure];
  const columns = score.keyParts.length;
  const largest = shares.values.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const scale = shown.signedScale(largest);
  const { pairs, others, rest } = strongestPairs(shares, columns, LISTED);
  const [first] = pairs;
  const cell = shown.cell ?? (first ? { row: first.row, place: first.column } : null);
  const valueAt = (row: number, column: number) => shares.values[row * columns + column];
  const selected = cell && valueAt(cell.row, cell.place);
  const selectedText =
    cell && typeof selected === 'number'
      ? texts.score.value(wordsOf(shown, score, cell.row, cell.place), texts.signed(selected))
      : '';
  const room = shown.width > BESIDE_FROM ? 0.55 * shown.width : shown.width;
  const [query, key] = [shownToken(score.tokens.query), shownToken(score.tokens.key)];
  return html`<p class="statement">
      ${texts.score.weight(query, key, texts.signed(score.shares.score.total), texts.percent(score.weight, 0))}
    </p>
    <p class="note one-line">${selectedText}</p>
    <div class="beside">
      <div ${styled({ 'max-width': `${room}px` })}>
        ${matrixPicture({
          name: texts.score.map(query, key),
          selectedText,
          values: shares.values,
          columns,
          scale,
          rowLabels: labelsOf(shown, score.queryParts),
          columnLabels: labelsOf(shown, score.keyParts),
          cell,
          select: shown.setCell,
          room,
          left: LEFT,
          isUpright: true,
          mostWidth: 20,
        })}
        <p class="note">${texts.score.axes(query, key)}</p>
        ${scaleLegend(scale, [texts.signed(-largest), '0', texts.signed(largest)])}
      </div>
      ${sumTable(shown, score, shares, { pairs, others, rest, cell })}
    </div>`;
}

interface Listed extends ReturnType<typeof strongestPairs> {
  readonly cell: Shown['cell'];
}

/**
 * Table of the strongest pairs and, below a double line, the score as the sum of all pairs. For the story model, a link
 * opens the same score in the lab.
 */
function sumTable(
  shown: Shown,
  score: AttributedScore,
  { total, residual }: SharesOfPairs,
  { pairs, others, rest, cell }: Listed,
): TemplateResult {
  const { texts, inspection } = shown;
  const { measure, model } = inspection.state;
  const name = texts.score.totals[measure];
  return html`<table class="sum pairs">
    <caption>
      ${texts.score.sum(shownToken(score.tokens.query), shownToken(score.tokens.key))}
    </caption>
    <tbody>
      ${pairs.map(
        ({ row, column, value }) =>
          html`<tr aria-current=${cell?.row === row && cell.place === column ? 'true' : 'false'}>
            <th scope="row">
              <button class="plain" @click=${() => shown.setCell({ row, place: column })}>
                ${texts.score.pair(scorePartName(shown, score.queryParts[row]!), scorePartName(shown, score.keyParts[column]!))}
              </button>
            </th>
            <td class="number">${texts.signed(value)}</td>
          </tr>`,
      )}
      <tr>
        <th scope="row">${texts.score.others(texts.count(others))}</th>
        <td class="number">${texts.signed(rest)}</td>
      </tr>
      <tr>
        <th scope="row">${texts.attribution.sums.residual}</th>
        <td class="number">${texts.signed(residual)}</td>
      </tr>
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">
          ${
            model === 'stories'
              ? html`<a href=${labAddress(inspection, score.at)} title=${texts.score.ledger}>${name}</a>`
              : name
          }
        </th>
        <td class="number">${texts.signed(total)}</td>
      </tr>
    </tfoot>
  </table>`;
}

/** Displayed name of a pair: the query's part and the key's part. */
function wordsOf(shown: Shown, { queryParts, keyParts, tokens }: AttributedScore, row: number, column: number): string {
  const { score } = shown.texts;
  const part = (own: ScorePart | undefined, token: string) =>
    own ? score.at(scorePartName(shown, own), shownToken(token)) : '';
  return score.pair(part(queryParts[row], tokens.query), part(keyParts[column], tokens.key));
}

function scorePartName(shown: Shown, { kind, attention, layer, head }: ScorePart): string {
  const { score, ofLayer } = shown.texts;
  if (kind === 'head' || kind === 'feedForward') return partName(shown, { attention, layer: layer!, head });
  const name = score.parts[kind];
  return layer === null ? name : ofLayer(layer + 1, name);
}

const labelsOf = ({ texts }: Shown, parts: readonly ScorePart[]): AxisLabel[] =>
  labeledParts(parts).map(({ begin, end, layer, kind }) => ({
    begin,
    end,
    text: layer === null ? texts.score.short[kind === 'head' ? 'feedForward' : kind] : texts.score.layer(layer + 1),
  }));
