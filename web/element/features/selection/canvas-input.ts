// Pointer and keyboard input on the canvas.
import { movedCell } from '../../view-model/cell-navigation.js';
import { DEFAULT_VIEW } from '../../../view/views/index.js';
import { togglePair } from '../../interventions/mask.js';
import type { Cell } from '../../../view/scene.js';
import type { Control, State } from '../../state/properties.js';
import type { HeadRef } from '../../../engine/transformer/run.js';
import type { ViewModelData } from '../../../view/view-model.js';
import type { SceneCanvas } from '../../render/scene-canvas.js';
import type { ZoomController } from './zoom-controller.js';

/** What the input changes. */
export interface InputHost extends Pick<State, 'view' | 'cell' | 'mask'> {
  hovered: Cell | null;
}

export interface InputContext {
  canvas: () => SceneCanvas | null;
  viewModel: () => ViewModelData | null;
  zoom: ZoomController;
  allows: (control: Control) => boolean;
  /** The head of a panel in the view 'heads'; null for a mean or a rollout. */
  headOf: (panel: number) => HeadRef | null;
  /** Whether a click on a cell of the attention matrix masks it instead of pinning it. */
  editsMask: () => boolean;
  selectHead: (head: HeadRef) => void;
  selectQuery: (queryIndex: number) => void;
  togglePlaying: () => void;
  present: () => void;
}

const ARROWS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const isSame = (one: Cell | null, other: Cell | null): boolean =>
  one?.matrix === other?.matrix && one?.row === other?.row && one?.column === other?.column;

export class CanvasInput {
  readonly #host: InputHost;
  readonly #context: InputContext;

  constructor(host: InputHost, context: InputContext) {
    this.#host = host;
    this.#context = context;
  }

  readonly down = (event: PointerEvent): void => {
    const canvas = this.#context.canvas();
    if (canvas) this.#context.zoom.down(event.pointerId, canvas.pointOf(event));
  };

  readonly move = (event: PointerEvent): void => {
    const canvas = this.#context.canvas();
    if (!canvas) return;
    if (this.#context.zoom.move(event.pointerId, canvas.pointOf(event))) {
      (event.target as Element).setPointerCapture(event.pointerId);
      return;
    }
    if (this.#context.allows('cell') && event.pointerType !== 'touch') this.#host.hovered = canvas.cellUnder(event);
  };

  readonly up = (event: PointerEvent): void => this.#context.zoom.up(event.pointerId);

  readonly leave = (): void => {
    this.#host.hovered = null;
  };

  /** The wheel alone scrolls the page; with Ctrl or Meta, or as a trackpad reports a pinch, it zooms. */
  readonly wheel = (event: WheelEvent): void => {
    const canvas = this.#context.canvas();
    if (!canvas || !this.#context.zoom.isEnabled || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.#context.zoom.wheel(event.deltaY, canvas.pointOf(event));
  };

  readonly click = (event: MouseEvent): void => {
    const canvas = this.#context.canvas();
    if (!canvas || this.#context.zoom.wasDrag) return;
    const panel = canvas.panelUnder(event);
    const token = canvas.tokenUnder(event);
    const cell = canvas.cellUnder(event);
    if (panel !== null) {
      const head = this.#context.headOf(panel);
      if (head && this.#context.allows('head')) this.#context.selectHead(head);
    } else if (token !== null) this.#context.selectQuery(token);
    else if (!this.#toggleMask(cell) && this.#context.allows('cell'))
      this.#host.cell = isSame(cell, this.#host.cell) ? null : cell;
  };

  /** Opens a head of the view 'heads'. */
  readonly doubleClick = (event: MouseEvent): void => {
    const panel = this.#context.canvas()?.panelUnder(event) ?? null;
    if (panel !== null && this.#context.headOf(panel) && this.#context.allows('view')) this.#host.view = DEFAULT_VIEW;
  };

  readonly key = (event: KeyboardEvent): void => {
    if (this.#moveQuery(event.key) || this.#moveCell(event.key) || this.#act(event.key) || this.#zoom(event.key))
      event.preventDefault();
  };

  /** Where there are tokens and no cells, selects the query token before or after. @returns whether the key does so */
  #moveQuery(key: string): boolean {
    const scene = this.#context.canvas()?.scene;
    const viewModel = this.#context.viewModel();
    const [, right] = ARROWS[key] ?? [0, 0];
    if (!viewModel || right === 0 || !scene || scene.tokens.length === 0 || scene.regions.length > 0) return false;
    const last = viewModel.queryTokens.length - 1;
    this.#context.selectQuery(Math.min(last, Math.max(0, viewModel.selection.row + right)));
    return true;
  }

  /** Moves the selected cell. @returns whether the key does so */
  #moveCell(key: string): boolean {
    const arrow = ARROWS[key];
    const viewModel = arrow && this.#context.viewModel();
    if (!viewModel || !this.#context.allows('cell')) return false;
    const { row, cell } = viewModel.selection;
    const regions = this.#context.canvas()?.scene?.regions ?? [];
    const hasAttention = regions.length === 0 || regions.some(({ matrix }) => matrix === 'attention');
    const from = cell ?? { matrix: hasAttention ? ('attention' as const) : regions[0]!.matrix, row, column: 0 };
    const [down, right] = arrow;
    // Where each region is one cell, the keys stand one below the other.
    const isList = regions.some((region) => region.cell);
    const isTransposed = regions.some((region) => region.matrix === from.matrix && region.transposed);
    const by = isList ? ([0, down] as const) : isTransposed ? ([right, down] as const) : arrow;
    this.#host.cell = movedCell(viewModel, from, ...by);
    return true;
  }

  #act(key: string): boolean {
    if (key === 'Escape') {
      this.#host.cell = null;
      this.#host.hovered = null;
    } else if (key === 'Enter') {
      const { cell, hovered } = this.#host;
      if (!this.#toggleMask(cell ?? hovered) && hovered && this.#context.allows('cell')) this.#host.cell = hovered;
    } else if (key === ' ' && this.#context.allows('play')) this.#context.togglePlaying();
    else if (key === 'p' && this.#context.allows('play')) this.#context.present();
    else return false;
    return true;
  }

  #zoom(key: string): boolean {
    const { zoom } = this.#context;
    if (!zoom.isEnabled) return false;
    if (key === '+') zoom.zoomIn();
    else if (key === '-') zoom.zoomOut();
    else if (key === '0') zoom.reset();
    else return false;
    return true;
  }

  /** Masks or unmasks a cell of the attention matrix while the mask is edited. @returns whether it did */
  #toggleMask(cell: Cell | null): boolean {
    if (cell?.matrix !== 'attention' || !this.#context.editsMask()) return false;
    this.#host.mask = togglePair(this.#host.mask, cell.row, cell.column);
    return true;
  }
}
