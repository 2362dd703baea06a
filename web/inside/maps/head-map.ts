// Map of all heads: a grid of squares whose areas stand for the magnitudes of numbers. A square is filled if the head
// supports the answer, and hollow otherwise.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import {
  allHeads,
  cornerOf,
  cornerOfRow,
  headAt,
  mapLayout,
  neighborOf,
  numberOf,
  type MapLayout,
} from './head-map-layout.js';
import { isChanged } from '../interventions.js';
import type { AttentionType, HeadRef } from '../../engine/transformer/head-ref.js';
import { labeledLayers } from './matrix-layout.js';
import { placeOf, type Shown } from '../element/shown.js';
import type { HeadsOf } from '../opened.js';
import type { PerAttention, PerStack } from '../../analysis/index.js';

export interface MapValues {
  readonly heads: PerAttention;
  readonly feedForward: PerStack;
}

export interface DrawnMap {
  readonly values: MapValues;
  /** Sign that a number has if the head supports the answer: 1 or −1. */
  readonly sign: 1 | -1;
  readonly name: string;
  /** Number for which a square has its maximum size. Default: the largest magnitude in the map. */
  readonly largest?: number;
}

/**
 * Widths of the labels of a map of heads, in pixels: with one attention type, with several, and if layers run
 * downwards.
 */
const LEFT = { one: 100, several: 176, down: 44 } as const;
const TOP = 22;
/** Minimum height of a cell, in pixels, at which each head has a label. */
const LABEL = 16;

/** Largest magnitude of the numbers in a map of heads; numbers that are not known yet are ignored. */
export function largestOf({ heads, feedForward }: MapValues): number {
  const tensors = [...Object.values(heads), ...Object.values(feedForward)];
  return tensors.reduce(
    (largest, { data }) =>
      data.reduce((most, each) => (Number.isNaN(each) ? most : Math.max(most, Math.abs(each))), largest),
    0,
  );
}

/** Side, in pixels, of the square that stands for a number. */
const sideOf = (value: number, largest: number, cell: number): number =>
  largest === 0 ? 0 : 0.9 * cell * Math.sqrt(Math.abs(value) / largest);

/** A row below the heads of the map, with one cell per layer, such as for the feed-forward layers. */
interface LayerRow {
  readonly label: string;
  readonly cellOf: (layer: number, corner: readonly [number, number], cell: number) => SVGTemplateResult;
}

interface Grid {
  readonly name: string;
  readonly cellOf: (at: HeadRef, corner: readonly [number, number], cell: number) => SVGTemplateResult;
  readonly rows?: readonly LayerRow[];
  /** True if the column of the selected head's layer is highlighted. */
  readonly hasColumn?: boolean;
}

/** A grid with one cell per head, which a click or the arrow keys select. */
export function headGrid(shown: Shown, { name, cellOf, rows = [], hasColumn = false }: Grid): TemplateResult {
  const { texts, inspection, isNarrow, head, point } = shown;
  const { heads } = inspection;
  const left = LEFT[isNarrow ? 'down' : heads.length > 1 ? 'several' : 'one'];
  const layout = mapLayout(heads, shown.width - left, isNarrow, rows.length);
  const { cell, isDown, width, height, layers } = layout;
  const headOf = ({ offsetX, offsetY }: MouseEvent) => headAt(layout, offsetX - left, offsetY - TOP);
  const key = (event: KeyboardEvent) => {
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const first = { attention: heads[0]!.attention, layer: 0, head: 0 };
    const { head: selected } = inspection.state;
    inspection.select(selected ? neighborOf(heads, selected, event.key, isDown) : first);
  };
  const select = (event: MouseEvent) => {
    const at = headOf(event);
    if (at) inspection.select(at);
  };
  return html`<div
    class="map"
    tabindex="0"
    role="group"
    aria-label=${texts.selected.map(name)}
    @keydown=${key}
    @click=${select}
    @pointermove=${(event: PointerEvent) => point(headOf(event))}
    @pointerleave=${() => point(null)}
  >
    <svg width=${left + width} height=${TOP + height} aria-hidden="true">
      <g transform="translate(${left} ${TOP})">
        ${layout.blocks.map((block) => sheets(layout, block.of))}
        ${head && hasColumn ? layerColumn(layout, head) : nothing}
        <text class="tick" x=${isDown ? -8 : -10} y="-8" text-anchor="end">${texts.layer}</text>
        ${layerLabels(layers, cell, isDown)} ${layout.blocks.map((block) => headLabels(shown, layout, block.of))}
        ${allHeads(heads).map((at) => cellOf(at, cornerOf(layout, at), cell))}
        ${rows.map(({ label, cellOf: drawn }, row) => {
          const [x, y] = cornerOfRow(layout, row, 0);
          return svg`<text class="tick" x=${isDown ? x + cell / 2 : -10} y=${isDown ? -8 : y + cell / 2 + 4}
              text-anchor=${isDown ? 'middle' : 'end'}>${label}</text>
            ${Array.from({ length: layers }, (_, layer) => drawn(layer, cornerOfRow(layout, row, layer), cell))}`;
        })}
        ${allHeads(heads)
          .filter((at) => isChanged(inspection.state.interventions, at))
          .map((at) => crossed(cornerOf(layout, at), cell))}
        ${head ? outline(cornerOf(layout, head), cell) : nothing}
      </g>
    </svg>
    <p class="visually-hidden" role="status">${inspection.state.head ? placeOf(shown, inspection.state.head) : ''}</p>
  </div>`;
}

/** A map of all heads in which squares show numbers. */
export function headMap(shown: Shown, { values, sign, name, largest = largestOf(values) }: DrawnMap): TemplateResult {
  const { texts } = shown;
  const { interventions } = shown.inspection.state;
  const square = (value: number | undefined, [x, y]: readonly [number, number], cell: number) => {
    const [middleX, middleY] = [x + cell / 2, y + cell / 2];
    if (value === undefined || Number.isNaN(value)) {
      return svg`<circle class="unknown" cx=${middleX} cy=${middleY} r="1.2"></circle>`;
    }
    const helps = sign * value >= 0;
    const side = Math.max(1.5, sideOf(value, largest, cell) - (helps ? 0 : 1.5));
    return svg`<rect class=${helps ? 'helps' : 'hinders'} x=${middleX - side / 2} y=${middleY - side / 2}
      width=${side} height=${side}></rect>`;
  };
  const stacks = Object.entries(values.feedForward);
  const labelOf = (stack: string) => {
    const { feedForward, feedForwardShort } = texts.maps;
    if (shown.isNarrow) return feedForwardShort;
    return stacks.length > 1 ? `${feedForward} (${texts.model.attentions[stack as 'encoder']})` : feedForward;
  };
  return headGrid(shown, {
    name,
    hasColumn: true,
    cellOf: (at, corner, cell) =>
      isChanged(interventions, at) ? svg`` : square(numberOf(values.heads, at), corner, cell),
    rows: stacks.map(([stack, tensor]) => ({
      label: labelOf(stack),
      cellOf: (layer, corner, cell) => {
        if (layer >= tensor.data.length) return svg``;
        const part = { attention: stack as AttentionType, layer, head: null };
        return isChanged(interventions, part) ? crossed(corner, cell) : square(tensor.data[layer], corner, cell);
      },
    })),
  });
}

/** Legend of a map of heads: explains what area and filling of the squares mean. */
export function mapLegend(
  { texts }: Shown,
  { values, largest = largestOf(values) }: Pick<DrawnMap, 'values' | 'largest'>,
  unit: (filled: boolean, value: number) => string,
): TemplateResult {
  const entry = (value: number, filled: boolean) => {
    const side = Math.max(2, sideOf(value, largest, 24) - (filled ? 0 : 1.5));
    return html`<span
      ><svg width="24" height="24" aria-hidden="true">
        <rect
          class=${filled ? 'helps' : 'hinders'}
          x=${12 - side / 2}
          y=${12 - side / 2}
          width=${side}
          height=${side}
        ></rect></svg
      >${unit(filled, value)}</span
    >`;
  };
  if (largest === 0) return html`<p class="legend" aria-label=${texts.maps.legend}></p>`;
  return html`<p class="legend" aria-label=${texts.maps.legend}>
    ${entry(largest, true)}${entry(largest / 4, true)}${entry(largest / 4, false)}
  </p>`;
}

/**
 * Rectangles behind the heads: one for each group of heads that share keys and values; without such groups, one for
 * each attention type.
 */
function sheets(layout: MapLayout, { attention, layers, heads, group }: HeadsOf): SVGTemplateResult[] {
  const { cell, isDown } = layout;
  const size = group > 1 && group < heads ? group : heads;
  return Array.from({ length: heads / size }, (_, at) => {
    const [x, y] = cornerOf(layout, { attention, layer: 0, head: at * size });
    const [along, side] = [layers * cell, size * cell];
    return svg`<rect class="sheet" x=${x} y=${y} width=${isDown ? side : along} height=${isDown ? along : side}></rect>`;
  });
}

const layerColumn = ({ cell, isDown, width, height }: MapLayout, { layer }: HeadRef): SVGTemplateResult =>
  isDown
    ? svg`<rect class="column" x="0" y=${layer * cell} width=${width} height=${cell}></rect>`
    : svg`<rect class="column" x=${layer * cell} y="0" width=${cell} height=${height}></rect>`;

/** Cross over the cell of a head or feed-forward layer in which the user has intervened. */
const crossed = ([x, y]: readonly [number, number], cell: number): SVGTemplateResult =>
  svg`<path class="intervened" d="M${x + 3} ${y + 3}l${cell - 6} ${cell - 6}m0 ${6 - cell}l${6 - cell} ${cell - 6}"></path>`;

const outline = ([x, y]: readonly [number, number], cell: number): SVGTemplateResult =>
  svg`<rect class="outline" x=${x + 1} y=${y + 1} width=${cell - 2} height=${cell - 2}></rect>`;

const layerLabels = (layers: number, cell: number, isDown: boolean): SVGTemplateResult[] =>
  labeledLayers(layers, cell).map((layer) =>
    isDown
      ? svg`<text class="tick" x="-8" y=${(layer - 0.5) * cell + 4} text-anchor="end">${layer}</text>`
      : svg`<text class="tick" x=${(layer - 0.5) * cell} y="-8" text-anchor="middle">${layer}</text>`,
  );

function headLabels(
  { texts, inspection }: Shown,
  layout: MapLayout,
  { attention, heads }: HeadsOf,
): SVGTemplateResult[] {
  const { cell, isDown } = layout;
  const every = cell < LABEL ? 2 : 1;
  const name = inspection.heads.length > 1 ? `${texts.model.attentions[attention]} ` : '';
  return Array.from({ length: heads }, (_, head) => head)
    .filter((head) => head % every === 0)
    .map((head) => {
      const [x, y] = cornerOf(layout, { attention, layer: 0, head });
      return isDown
        ? svg`<text class="tick" x=${x + cell / 2} y="-8" text-anchor="middle">${head + 1}</text>`
        : svg`<text class="tick" x="-10" y=${y + cell / 2 + 4} text-anchor="end">${name}${texts.head(head + 1)}</text>`;
    });
}
