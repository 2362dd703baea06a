// The view “Two sentences”: aligned token by token, and the map of what carries their difference.
import { alignedColumns, patchedRows, shownColumns } from '../views/aligned.js';
import { DIRECTIONS, isByToken, PATCHED } from '../../analysis/patched-activation.js';
import { headGrid } from './head-map.js';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { labeledLayers } from './layer-axis.js';
import { matrixPicture } from './matrix-picture.js';
import { placeOf, shownToken, type Shown } from './shown.js';
import { reasonAgainst } from '../views/patchable.js';
import { carriersOf, largestRecovery, placeOfCell, recoveryOfHead, recoveryOfTokens } from '../views/patch-map.js';
import { scaleLegend } from './scale-legend.js';
import { viewHead } from './view-frame.js';
import type { AxisLabel } from '../views/matrix-layout.js';
import type { Patches } from '../work/patches.js';
import type { Side, TextPair } from '../work/pair.js';

export function pairView(shown: Shown): TemplateResult {
  const { inspection } = shown;
  const { patches, pair } = inspection;
  const again = () => {
    patches.reset();
    inspection.set({});
  };
  const task = pair.status === 'failed' ? pair : patches;
  return html`${viewHead(shown, { task, again, controls: choices(shown) })} ${otherField(shown)}
  ${pair.value ? drawn(shown, pair.value) : html`<div class="room"></div>`}`;
}

function choices({ texts, inspection }: Shown): TemplateResult {
  const { activation, direction } = inspection.state;
  const { pair } = texts;
  const index = ({ target }: Event) => (target as HTMLSelectElement).selectedIndex;
  return html`<div class="choices">
    <label class="choice"
      >${pair.activation}
      <select @change=${(event: Event) => inspection.set({ activation: PATCHED[index(event)]! })}>
        ${PATCHED.map((each) => html`<option .selected=${each === activation}>${pair.activations[each]}</option>`)}
      </select></label
    >
    <label class="choice"
      >${pair.direction}
      <select @change=${(event: Event) => inspection.set({ direction: DIRECTIONS[index(event)]! })}>
        ${DIRECTIONS.map((each) => html`<option .selected=${each === direction}>${pair.directions[each]}</option>`)}
      </select></label
    >
  </div>`;
}

function otherField({ texts, inspection, type }: Shown): TemplateResult {
  const { other, text } = inspection.state;
  return html`<div class="other">
    <input
      class="text"
      type="text"
      spellcheck="false"
      autocomplete="off"
      aria-label=${texts.pair.other}
      placeholder=${texts.pair.otherHint}
      .value=${other}
      @input=${({ target }: Event) => type({ other: (target as HTMLInputElement).value })}
    />
    ${
      other === ''
        ? html`<button class="link" @click=${() => inspection.set({ other: text })}>${texts.pair.copy}</button>`
        : nothing
    }
  </div>`;
}

function drawn(shown: Shown, pair: TextPair): TemplateResult {
  const { texts, inspection } = shown;
  const { direction, activation } = inspection.state;
  const reason = reasonAgainst(pair, activation);
  const { value } = inspection.patches;
  return html`${alignment(shown, pair)} ${goesOn(shown, pair)}
    <p>
      ${texts.pair.values(texts.signed(pair.values.clean), texts.signed(pair.values.corrupted))}
      ${texts.pair.formula[direction]}
    </p>
    ${
      reason
        ? html`<p class="statement" role="status">${texts.pair.reasons[reason]}</p>`
        : value
          ? map(shown, pair, value)
          : html`<div class="room"></div>`
    }`;
}

/** The two texts below each other: what differs is bold and underlined, a gap is a dash. */
function alignment({ texts }: Shown, pair: TextPair): TemplateResult {
  const { tokens } = pair;
  const token = (side: Side, at: number | null, isSame: boolean) => {
    const text =
      at === null ? html`<span class="visually-hidden">${texts.pair.gap}</span>–` : shownToken(tokens[side][at]!.text);
    return isSame ? html`<span>${text}</span>` : html`<b>${text}</b>`;
  };
  return html`<ol class="aligned" aria-label=${texts.pair.alignment}>
    ${shownColumns(alignedColumns(pair)).map((column) =>
      column
        ? html`<li>
            ${token('clean', column.clean, column.isSame)} ${token('corrupted', column.corrupted, column.isSame)}
          </li>`
        : html`<li><span>…</span><span>…</span></li>`,
    )}
  </ol>`;
}

/** The second text goes on with another token, which makes the better rival. */
function goesOn({ texts, inspection }: Shown, { next }: TextPair): TemplateResult {
  const { question } = inspection;
  const isOther = question !== null && next.id !== question.token && next.id !== question.against;
  return html`<p>
    ${texts.pair.goesOn(shownToken(next.text), texts.percent(next.probability, 0))}
    ${
      isOther
        ? html`<button
            class="link"
            @click=${() => inspection.set({ token: question.token, against: next.id, position: question.position })}
          >
            ${texts.pair.makeRival(shownToken(next.text))}
          </button>`
        : nothing
    }
  </p>`;
}

function map(shown: Shown, pair: TextPair, patches: Patches): TemplateResult {
  const { texts } = shown;
  const scale = shown.signedScale(1);
  return html`${isByToken(patches.activation) ? tokenMap(shown, pair, patches) : headsMap(shown, patches)}
  ${scaleLegend(scale, texts.pair.legend)}`;
}

const baseOf = ({ direction }: Pick<Patches, 'direction'>): Side => (direction === 'denoise' ? 'corrupted' : 'clean');

/** Pixels of the labels of tokens, of layers, of a row, and most of a cell across. */
const [LEFT, LEFT_OF_LAYERS, ROW, MOST_WIDTH] = [92, 34, 24, 64];

function tokenMap(shown: Shown, pair: TextPair, patches: Patches): TemplateResult {
  const { texts, isNarrow, inspection } = shown;
  const { activation, recovery } = patches;
  const base = baseOf(patches);
  const rows = patchedRows(pair, base);
  const layers = recovery.shape[0]!;
  const values = recoveryOfTokens(patches, rows, isNarrow);
  const tokenAt = (position: number) => shownToken(pair.tokens[base][position]!.text);
  const aligned = new Set(pair.alignment.map(([clean, corrupted]) => (base === 'clean' ? clean : corrupted)));
  const words = rows.map((position, at): AxisLabel => ({ begin: at, end: at + 1, text: tokenAt(position) }));
  const left = isNarrow ? LEFT_OF_LAYERS : LEFT;
  const numbers = labeledLayers(layers, isNarrow ? ROW : Math.min(MOST_WIDTH, (shown.width - left) / layers));
  const layerLabels = numbers.map((layer): AxisLabel => ({ begin: layer - 1, end: layer, text: String(layer) }));
  const largest = largestRecovery(patches);
  const cell =
    shown.cell ??
    (largest && rows.includes(largest.column)
      ? isNarrow
        ? { row: largest.layer, place: rows.indexOf(largest.column) }
        : { row: rows.indexOf(largest.column), place: largest.layer }
      : null);
  const describe = () => {
    if (!cell) return '';
    const { layer, row } = placeOfCell(cell, isNarrow);
    const position = rows[row];
    if (position === undefined || layer >= layers) return '';
    const value = recovery.data[layer * recovery.shape[1]! + position]!;
    if (!aligned.has(position)) return texts.pair.noCounterpart(tokenAt(position));
    const place = texts.pair.place(texts.pair.activations[activation], tokenAt(position), layer + 1);
    return Number.isNaN(value) ? `${place}: ${texts.selected.notYet}` : texts.pair.recovery(place, texts.signed(value));
  };
  const selectedText = describe();
  const gaps = isNarrow ? [] : [...rows.keys()].filter((row) => !aligned.has(rows[row]!));
  const done = inspection.patches.status === 'done';
  return html`<p class="statement">${done ? statementOf(shown, patches, tokenAt) : nothing}</p>
    ${matrixPicture({
      name: texts.pair.map(texts.pair.activations[activation]),
      selectedText,
      values,
      columns: isNarrow ? rows.length : layers,
      scale: shown.signedScale(1),
      rowLabels: isNarrow ? layerLabels : words,
      columnLabels: isNarrow ? words : layerLabels,
      gaps,
      cell,
      select: shown.setCell,
      room: shown.width,
      left,
      isUpright: isNarrow,
      mostWidth: MOST_WIDTH,
      height: ROW,
    })}
    <p class="note one-line">${selectedText}</p>`;
}

/** Of the stream, the tokens that carry most from layer to layer; of what is added to it, the strongest place. */
function statementOf(
  { texts }: Shown,
  patches: Patches,
  tokenAt: (position: number) => string,
): string | typeof nothing {
  const { pair } = texts;
  if (patches.activation === 'residualPre') {
    return texts.list(
      carriersOf(patches).map(({ position, begin, end }) => pair.carrier(tokenAt(position), begin + 1, end)),
    );
  }
  const largest = largestRecovery(patches);
  if (!largest) return nothing;
  const place = pair.place(pair.activations[patches.activation], tokenAt(largest.column), largest.layer + 1);
  return pair.strongest(place, texts.signed(largest.value));
}

/** Share of the scale from which on a number below 0 bears a dash. */
const DASHED_FROM = 0.04;

function headsMap(shown: Shown, patches: Patches): TemplateResult {
  const { texts, inspection, head } = shown;
  const { heads } = inspection;
  const { activation, attention } = patches;
  const { color } = shown.signedScale(1);
  const name = texts.pair.activations[activation];
  const valueOf = (at: NonNullable<typeof head>) => recoveryOfHead(patches, heads, at);
  const found = largestRecovery(patches);
  const group = heads.find((each) => each.attention === attention)!.heads / patches.recovery.shape[1]!;
  const strongest = found && { attention, layer: found.layer, head: found.column * group };
  const selected = head && valueOf(head);
  return html`<p class="statement">
      ${
        strongest && inspection.patches.status === 'done'
          ? texts.pair.strongest(`${name}: ${placeOf(shown, strongest)}`, texts.signed(found.value))
          : nothing
      }
    </p>
    ${headGrid(shown, {
      name: texts.pair.map(name),
      cellOf: (at, [x, y], size) => {
        const value = valueOf(at);
        if (value === undefined) return svg``;
        const middle = `${x + size / 2} ${y + size / 2}`;
        if (Number.isNaN(value))
          return svg`<circle class="unknown" cx=${x + size / 2} cy=${y + size / 2} r="1.2"></circle>`;
        return svg`<rect x=${x + 0.5} y=${y + 0.5} width=${size - 1} height=${size - 1} fill=${`rgb(${color(value).join(' ')})`}></rect>
          ${value < -DASHED_FROM ? svg`<path class="dashes" d="M${middle}m-4 0h8"></path>` : nothing}`;
      },
    })}
    <p class="note one-line">
      ${head && typeof selected === 'number' && !Number.isNaN(selected) ? texts.pair.recovery(`${name}, ${placeOf(shown, head)}`, texts.signed(selected)) : nothing}
      ${group > 1 ? texts.pair.shared : nothing}
    </p>`;
}
