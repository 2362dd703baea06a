// What a pointer and a keyboard do on the canvas.
import { movedCell } from './moving.js';
import { withPair } from './changes.js';
import type { Cell } from '../view/scene.js';
import type { Control, State } from './properties.js';
import type { HeadPlace } from './head-place.js';
import type { PictureContent } from '../view/picture.js';
import type { StageCanvas } from './stage-canvas.js';
import type { Zooming } from './zooming.js';

/** What gestures change, and what they have to know. */
export interface GesturedOn extends Pick<State, 'view' | 'cell' | 'mask'> {
  hovered: Cell | null;
}

export interface Known {
  canvas: () => StageCanvas | null;
  picture: () => PictureContent | null;
  zooming: Zooming;
  may: (control: Control) => boolean;
  /** The head of a panel of the view 'heads'. */
  headOf: (panel: number) => HeadPlace | null;
  /** Whether a cell of the attention is masked now, instead of being kept. */
  paints: () => boolean;
  chooseHead: (place: HeadPlace) => void;
  chooseWord: (row: number) => void;
  togglePlaying: () => void;
}

const ARROWS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const isSame = (one: Cell | null, other: Cell | null): boolean =>
  one?.matrix === other?.matrix && one?.row === other?.row && one?.column === other?.column;

export class Gestures {
  readonly #host: GesturedOn;
  readonly #known: Known;

  constructor(host: GesturedOn, known: Known) {
    this.#host = host;
    this.#known = known;
  }

  readonly down = (event: PointerEvent): void => {
    const canvas = this.#known.canvas();
    if (canvas && this.#host.view === 'matrix') this.#known.zooming.down(event.pointerId, canvas.pointOf(event));
  };

  readonly move = (event: PointerEvent): void => {
    const canvas = this.#known.canvas();
    if (!canvas) return;
    if (this.#known.zooming.move(event.pointerId, canvas.pointOf(event))) {
      (event.target as Element).setPointerCapture(event.pointerId);
      return;
    }
    if (this.#known.may('cell') && event.pointerType !== 'touch') this.#host.hovered = canvas.cellUnder(event);
  };

  readonly up = (event: PointerEvent): void => this.#known.zooming.up(event.pointerId);

  readonly leave = (): void => {
    this.#host.hovered = null;
  };

  /** The wheel alone scrolls the page; with a key, or as trackpads say a pinch, it zooms. */
  readonly wheel = (event: WheelEvent): void => {
    const canvas = this.#known.canvas();
    if (!canvas || this.#host.view !== 'matrix' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.#known.zooming.wheel(event.deltaY, canvas.pointOf(event));
  };

  readonly click = (event: MouseEvent): void => {
    const canvas = this.#known.canvas();
    if (!canvas || (this.#known.zooming.wasDrag && this.#host.view === 'matrix')) return;
    const panel = canvas.panelUnder(event);
    const word = canvas.wordUnder(event);
    const cell = canvas.cellUnder(event);
    if (panel !== null) {
      const head = this.#known.headOf(panel);
      if (head && this.#known.may('head')) this.#known.chooseHead(head);
    } else if (word !== null) this.#known.chooseWord(word);
    else if (!this.#mask(cell) && this.#known.may('cell'))
      this.#host.cell = isSame(cell, this.#host.cell) ? null : cell;
  };

  /** A head among all heads is opened. */
  readonly doubleClick = (event: MouseEvent): void => {
    const panel = this.#known.canvas()?.panelUnder(event) ?? null;
    if (panel !== null && this.#known.headOf(panel) && this.#known.may('view')) this.#host.view = 'spotlight';
  };

  readonly key = (event: KeyboardEvent): void => {
    if (this.#moves(event.key) || this.#acts(event.key) || this.#zooms(event.key)) event.preventDefault();
  };

  /** From cell to cell. */
  #moves(key: string): boolean {
    const arrow = ARROWS[key];
    const picture = arrow && this.#known.picture();
    if (!picture || !this.#known.may('cell')) return false;
    const { row, cell } = picture.selection;
    this.#host.cell = movedCell(picture, cell ?? { matrix: 'attention', row, column: 0 }, ...arrow);
    return true;
  }

  #acts(key: string): boolean {
    if (key === 'Escape') {
      this.#host.cell = null;
      this.#host.hovered = null;
    } else if (key === 'Enter') {
      const { cell, hovered } = this.#host;
      if (!this.#mask(cell ?? hovered) && hovered && this.#known.may('cell')) this.#host.cell = hovered;
    } else if (key === ' ' && this.#known.may('play')) this.#known.togglePlaying();
    else return false;
    return true;
  }

  #zooms(key: string): boolean {
    if (this.#host.view !== 'matrix') return false;
    const { zooming } = this.#known;
    if (key === '+') zooming.closer();
    else if (key === '-') zooming.farther();
    else if (key === '0') zooming.whole();
    else return false;
    return true;
  }

  /** Masks a cell of the attention, while cells are being painted. @returns whether it did */
  #mask(cell: Cell | null): boolean {
    if (cell?.matrix !== 'attention' || !this.#known.paints()) return false;
    this.#host.mask = withPair(this.#host.mask, cell.row, cell.column);
    return true;
  }
}
