// Pointer and keyboard input on the canvas: the selected query token, and the hovered or pinned cell.
import { allows, type SpotlightHost } from '../host.js';
import { DEFAULT_VIEW } from '../../../view/views/index.js';
import { movedCell } from '../../view-model/cell-navigation.js';
import { togglePair } from '../../interventions/mask.js';
import type { Cell } from '../../../view/scene.js';
import type { CanvasListeners } from '../../panels/canvas-area.js';
import type { HeadRef } from '../../../engine/transformer/run.js';
import type { Heads } from '../head/heads.js';
import type { Picture } from '../../render/picture.js';
import type { Player } from '../playback/player.js';
import type { ZoomController } from './zoom-controller.js';

const ARROWS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const isSame = (one: Cell | null, other: Cell | null): boolean =>
  one?.matrix === other?.matrix && one?.row === other?.row && one?.column === other?.column;

export class Selection implements CanvasListeners {
  readonly #host: SpotlightHost;
  readonly #picture: Picture;
  readonly #zoomer: ZoomController;
  readonly #heads: Heads;
  readonly #player: Player;
  readonly #present: () => void;

  constructor(
    host: SpotlightHost,
    picture: Picture,
    zoom: ZoomController,
    heads: Heads,
    player: Player,
    present: () => void,
  ) {
    this.#host = host;
    this.#picture = picture;
    this.#zoomer = zoom;
    this.#heads = heads;
    this.#player = player;
    this.#present = present;
  }

  readonly selectQuery = (query: number): void => {
    this.#host.state = { query, cell: null };
  };

  /** Selects the token that is `by` tokens after the selected query token, or before it if `by` is negative. */
  moveQuery(by: number): void {
    const { viewModel } = this.#picture;
    if (!viewModel) return;
    const last = viewModel.queryTokens.length - 1;
    this.selectQuery(Math.min(last, Math.max(0, viewModel.selection.row + by)));
  }

  /** Head that a panel of the view 'heads' shows; null for the panel of a mean or of the rollout. */
  #headOf(panel: number): HeadRef | null {
    return this.#picture.viewModel?.headGrid().panels[panel]?.head ?? null;
  }

  readonly down = (event: PointerEvent): void => {
    const canvas = this.#picture.canvas;
    if (canvas) this.#zoomer.down(event.pointerId, canvas.pointOf(event));
  };

  readonly move = (event: PointerEvent): void => {
    const canvas = this.#picture.canvas;
    if (!canvas) return;
    if (this.#zoomer.move(event.pointerId, canvas.pointOf(event))) {
      (event.target as Element).setPointerCapture(event.pointerId);
      return;
    }
    if (allows(this.#host, 'cell') && event.pointerType !== 'touch') this.#host.hovered = canvas.cellUnder(event);
  };

  readonly up = (event: PointerEvent): void => this.#zoomer.up(event.pointerId);

  readonly leave = (): void => {
    this.#host.hovered = null;
  };

  /** Zooms with Ctrl or Meta, which trackpads also report for a pinch; the wheel alone scrolls the page. */
  readonly wheel = (event: WheelEvent): void => {
    const canvas = this.#picture.canvas;
    if (!canvas || !this.#zoomer.isEnabled || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.#zoomer.wheel(event.deltaY, canvas.pointOf(event));
  };

  readonly click = (event: MouseEvent): void => {
    const canvas = this.#picture.canvas;
    if (!canvas || this.#zoomer.wasDrag) return;
    const panel = canvas.panelUnder(event);
    const token = canvas.tokenUnder(event);
    const cell = canvas.cellUnder(event);
    if (panel !== null) {
      const head = this.#headOf(panel);
      if (head && allows(this.#host, 'head')) this.#heads.select(head);
    } else if (token !== null) this.selectQuery(token);
    else if (!this.#toggleMask(cell) && allows(this.#host, 'cell'))
      this.#host.cell = isSame(cell, this.#host.cell) ? null : cell;
  };

  /** Shows the head whose panel was double-clicked in the view 'heads'. */
  readonly doubleClick = (event: MouseEvent): void => {
    const panel = this.#picture.canvas?.panelUnder(event) ?? null;
    if (panel !== null && this.#headOf(panel) && allows(this.#host, 'view')) this.#host.view = DEFAULT_VIEW;
  };

  readonly key = (event: KeyboardEvent): void => {
    if (this.#moveQuery(event.key) || this.#moveCell(event.key) || this.#act(event.key) || this.#zoom(event.key))
      event.preventDefault();
  };

  /**
   * Selects the previous or next query token with an arrow key, in views without cells.
   * @returns true if the key was used
   */
  #moveQuery(key: string): boolean {
    const scene = this.#picture.canvas?.scene;
    const [, right] = ARROWS[key] ?? [0, 0];
    if (right === 0 || !scene || scene.tokens.length === 0 || scene.regions.length > 0) return false;
    this.moveQuery(right);
    return true;
  }

  /**
   * Moves the selection to a neighboring cell with an arrow key.
   * @returns true if the key was used
   */
  #moveCell(key: string): boolean {
    const arrow = ARROWS[key];
    const viewModel = arrow && this.#picture.viewModel;
    if (!viewModel || !allows(this.#host, 'cell')) return false;
    const { row, cell } = viewModel.selection;
    const regions = this.#picture.canvas?.scene?.regions ?? [];
    const hasAttention = regions.length === 0 || regions.some(({ matrix }) => matrix === 'attention');
    const from = cell ?? { matrix: hasAttention ? ('attention' as const) : regions[0]!.matrix, row, column: 0 };
    const [down, right] = arrow;
    // In the list view, whose regions are single cells, the key tokens run from top to bottom.
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
      if (!this.#toggleMask(cell ?? hovered) && hovered && allows(this.#host, 'cell')) this.#host.cell = hovered;
    } else if (key === ' ' && allows(this.#host, 'play')) this.#player.toggle();
    else if (key === 'p' && allows(this.#host, 'play')) this.#present();
    else return false;
    return true;
  }

  #zoom(key: string): boolean {
    const zoom = this.#zoomer;
    if (!zoom.isEnabled) return false;
    if (key === '+') zoom.zoomIn();
    else if (key === '-') zoom.zoomOut();
    else if (key === '0') zoom.reset();
    else return false;
    return true;
  }

  /**
   * True if a click on a cell of the attention matrix masks it, because the user is editing the encoder's mask, instead
   * of pinning it.
   */
  get #editsMask(): boolean {
    return this.#host.editingMask && this.#picture.source?.headRef.attention === 'encoder';
  }

  /** Masks or unmasks a cell of the attention matrix while the mask is edited. @returns true if it was toggled */
  #toggleMask(cell: Cell | null): boolean {
    if (cell?.matrix !== 'attention' || !this.#editsMask) return false;
    this.#host.mask = togglePair(this.#host.mask, cell.row, cell.column);
    return true;
  }
}
