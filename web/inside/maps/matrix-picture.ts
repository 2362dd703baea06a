// Draws a matrix as a heat map, in which the pointer or the arrow keys select a cell.
import {
  cellAt,
  matrixLayout,
  movedCell,
  shownLabels,
  truncated,
  type AxisLabel,
  type ViewCell,
} from './matrix-layout.js';
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { matrixUrl } from './pattern-pictures.js';
import type { ColorScale } from '../../view/marks/palette.js';

export interface Matrix {
  /** Name of the matrix for screen readers. */
  readonly name: string;
  /** Description of the selected cell for screen readers. */
  readonly selectedText: string;
  /** Numbers of the matrix, [rows, columns]; NaN where a number is unknown. */
  readonly values: Float32Array;
  readonly columns: number;
  readonly scale: ColorScale;
  readonly rowLabels: readonly AxisLabel[];
  readonly columnLabels: readonly AxisLabel[];
  /** Label of the corner between row labels and column labels. */
  readonly corner?: string;
  /** Smallest magnitude, as a share of the color scale's maximum, at which a negative number is marked with a dash. */
  readonly dashedFrom?: number;
  /** Indices of rows that have no numbers, such as those of tokens without a counterpart. */
  readonly gaps?: readonly number[];
  readonly cell: ViewCell | null;
  readonly select: (cell: ViewCell) => void;
  /** True if only a click or a key selects a cell, so that the selection stays when the pointer moves. */
  readonly isHeld?: boolean;
  /** Called with the selected cell when the user clicks on it or presses Enter. */
  readonly act?: (cell: ViewCell) => void;
  /** Makes cells draggable: the MIME type of the dragged text, and a function that returns the text of a cell. */
  readonly grabbed?: { readonly type: string; readonly take: (cell: ViewCell) => string };
  /** Accepts drops on cells: the MIME type of the dragged text, and a handler of the text that is dropped on a cell. */
  readonly dropped?: { readonly type: string; readonly put: (cell: ViewCell, text: string) => void };
  readonly room: number;
  /** Width of the row labels, in pixels. */
  readonly left: number;
  readonly isUpright?: boolean;
  readonly mostWidth?: number;
  readonly height?: number;
}

/** Minimum size of a cell, in pixels, at which dashes for negative numbers are drawn. */
const SIGNED_FROM = 10;
/**
 * Default of `dashedFrom`, the share of the color scale's maximum from which negative numbers are marked with a dash.
 */
export const DASHED_FROM = 0.08;
/** Minimum width of a cell, in pixels, at which lines between the cells are drawn. */
const LINED_FROM = 6;

export function matrixPicture(matrix: Matrix): TemplateResult {
  const {
    values,
    columns,
    scale,
    cell,
    select,
    isUpright = false,
    mostWidth = 28,
    corner = '',
    dashedFrom = DASHED_FROM,
    isHeld = false,
    act,
    grabbed,
    dropped,
  } = matrix;
  const rows = values.length / columns;
  const longest = Math.max(0, ...matrix.columnLabels.map(({ text }) => text.length));
  const layout = matrixLayout({ ...matrix, rows, upright: isUpright ? longest : null, mostWidth });
  const { width, height, left, top } = layout;
  const [across, down] = [columns * width, rows * height];
  const at = ({ offsetX, offsetY }: MouseEvent) => cellAt(layout, offsetX, offsetY);
  const choose = (event: MouseEvent) => {
    const pointed = at(event);
    if (pointed) select(pointed);
    return pointed;
  };
  const click = (event: MouseEvent) => {
    const pointed = choose(event);
    if (pointed) act?.(pointed);
  };
  const grab = (event: DragEvent) => {
    const pointed = at(event);
    if (pointed && grabbed) event.dataTransfer!.setData(grabbed.type, grabbed.take(pointed));
    else event.preventDefault();
  };
  const hover = (event: DragEvent) => {
    if (!dropped || !event.dataTransfer!.types.includes(dropped.type)) return;
    event.preventDefault(); // lets the browser drop here
    choose(event);
  };
  const drop = (event: DragEvent) => {
    const [pointed, text] = [at(event), dropped ? event.dataTransfer!.getData(dropped.type) : ''];
    if (text === '') return;
    event.preventDefault();
    if (pointed) dropped!.put(pointed, text);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && cell) act?.(cell);
    const next = movedCell(layout, cell ?? { row: 0, place: 0 }, event.key);
    if (!next) return;
    event.preventDefault();
    select(next);
  };
  return html`<div
    class="map"
    tabindex="0"
    role="group"
    aria-label=${matrix.name}
    draggable=${grabbed ? 'true' : nothing}
    @keydown=${key}
    @click=${click}
    @pointermove=${isHeld ? nothing : choose}
    @dragstart=${grab}
    @dragover=${hover}
    @drop=${drop}
  >
    <svg width=${left + across + 1} height=${top + down + 2} aria-hidden="true">
      <g transform="translate(${left} ${top})">
        <rect class="sheet" width=${across} height=${down}></rect>
        ${(matrix.gaps ?? []).map((row) => svg`<rect class="gap" y=${row * height} width=${across} height=${height}></rect>`)}
        <image
          href=${matrixUrl(values, columns, scale)}
          width=${across}
          height=${down}
          preserveAspectRatio="none"
        ></image>
        <rect class="framed" width=${across} height=${down}></rect>
        ${corner === '' ? nothing : svg`<text class="tick" x="-8" y="-8" text-anchor="end">${corner}</text>`}
        ${width >= LINED_FROM ? lines(rows, columns, width, height) : nothing}
        ${Math.min(width, height) >= SIGNED_FROM ? dashes(matrix, -dashedFrom * scale.high, width, height) : nothing}
        ${shownLabels(matrix.rowLabels, height, cell?.row ?? null).map(({ begin, end, text }) => {
          const isOwn = cell !== null && cell.row >= begin && cell.row < end;
          return svg`<text class=${isOwn ? 'tick current' : 'tick'} x="-8" y=${((begin + end) / 2) * height + 4}
            text-anchor="end">${truncated(text, left - 8)}</text>`;
        })}
        ${shownLabels(matrix.columnLabels, width, cell?.place ?? null).map(({ begin, end, text }) => {
          const isOwn = cell !== null && cell.place >= begin && cell.place < end;
          const x = ((begin + end) / 2) * width;
          return isUpright
            ? svg`<text class=${isOwn ? 'tick current' : 'tick'} transform="translate(${x + 4} -6) rotate(-90)">${truncated(text, top - 8)}</text>`
            : svg`<text class=${isOwn ? 'tick current' : 'tick'} x=${x} y="-8" text-anchor="middle">${text}</text>`;
        })}
        ${
          cell && cell.row < rows && cell.place < columns
            ? svg`<rect class="outline" x=${cell.place * width} y=${cell.row * height} width=${width} height=${height}></rect>`
            : nothing
        }
      </g>
    </svg>
    <p class="visually-hidden" role="status">${matrix.selectedText}</p>
  </div>`;
}

const lines = (rows: number, columns: number, width: number, height: number): SVGTemplateResult => {
  const [across, down] = [columns * width, rows * height];
  const vertical = Array.from({ length: columns - 1 }, (_, at) => `M${(at + 1) * width} 0V${down}`);
  const horizontal = Array.from({ length: rows - 1 }, (_, at) => `M0 ${(at + 1) * height}H${across}`);
  return svg`<path class="lines" d=${[...vertical, ...horizontal].join('')}></path>`;
};

/**
 * Dashes that mark negative numbers, for users who cannot distinguish the colors.
 * @param highest largest (least negative) number that is marked
 */
const dashes = (
  { values, columns }: Pick<Matrix, 'values' | 'columns'>,
  highest: number,
  width: number,
  height: number,
): SVGTemplateResult => {
  const below = [...values.keys()].filter((at) => values[at]! < highest);
  const length = Math.min(8, width - 4);
  const path = below.map((at) => {
    const [x, y] = [(at % columns) * width + width / 2, Math.floor(at / columns) * height + height / 2];
    return `M${x - length / 2} ${y}h${length}`;
  });
  return svg`<path class="dashes" d=${path.join('')}></path>`;
};
