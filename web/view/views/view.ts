// What a view is.
import type { Scene } from '../scene.js';
import type { StageName } from '../stages.js';
import type { ViewModel } from '../view-model.js';

/** How a view draws. */
export interface Drawing {
  /**
   * Draws the scene on the canvas. Exports use it even where a table covers the canvas.
   * @param isWhole whether to draw a picture of any size that leaves nothing out of sight; default: at the canvas's size
   */
  readonly draw: (viewModel: ViewModel, isWhole?: boolean) => Scene;
  /** The canvas height that the view needs at the canvas's width, in pixels; null: the height of the style sheet. */
  readonly requiredHeight: ((viewModel: ViewModel) => number | null) | null;
}

/** One way to show attention: what it draws, and which parts of the interface belong to it. */
export interface View {
  /** The value of the property `view`, and the key of the view's messages. */
  readonly name: string;
  /** Loads its drawing, which nobody needs who looks at another view. */
  readonly load: () => Promise<Drawing>;
  /** The same where only the weights are known; default: `load`. */
  readonly loadForWeights?: () => Promise<Drawing>;
  /** The panel that covers the canvas; null: the canvas is visible. */
  readonly cover: 'table' | null;
  /** The panel beside the canvas, or below it: the caption. */
  readonly side: 'step' | 'heads' | 'caption';
  /** Whether its scenes have a viewport that wheel, pinch, keys and buttons change. */
  readonly zoomable: boolean;
  /** Whether it shows a stage of the animation, and so has a timeline. */
  readonly animated: boolean;
  /** The last stage that it draws; the later ones leave what it shows as it is. Default: the last of all. */
  readonly lastStage?: StageName;
  /** Whether other weights take the place of those shown before in a short transition. */
  readonly transitions: boolean;
  /** Whether the user chooses the order of the heads. */
  readonly sortable: boolean;
  /** Whether it can show the matrices of the head in place of a stage. */
  readonly hasMatrices: boolean;
}
