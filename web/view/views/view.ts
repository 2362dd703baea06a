import type { Scene } from '../scene.js';
import type { StageName } from '../stages.js';
import type { ViewModel } from '../view-model.js';

export interface Drawing {
  /**
   * Draws the scene on the canvas. Exports use it even if a table covers the canvas.
   * @param isWhole true for a complete image of any size; default: an image at the size of the canvas
   */
  readonly draw: (viewModel: ViewModel, isWhole?: boolean) => Scene;
  /** Canvas height in pixels that the view needs at the canvas's width; null for the height in the style sheet. */
  readonly requiredHeight: ((viewModel: ViewModel) => number | null) | null;
}

/** A way to show attention: the code that draws it, and the parts of the interface that belong to it. */
export interface View {
  /** Value of the property `view`, and key of the view's messages. */
  readonly name: string;
  readonly load: () => Promise<Drawing>;
  /** Loads the code for external attention, of which only the weights are known. Default: `load`. */
  readonly loadForWeights?: () => Promise<Drawing>;
  /** Panel that covers the canvas. Default: none. */
  readonly cover?: 'table';
  /** Panel beside the canvas; 'caption' is below it. */
  readonly side: 'step' | 'heads' | 'caption';
  /** Text below an exported scene, for scenes that have no room for it: the title or the captions. Default: none. */
  readonly footer?: 'title' | 'captions';
  /** True if its scenes have a viewport that can be changed with wheel, pinch, keys and buttons. */
  readonly zoomable?: true;
  /** True if it shows a stage of the animation, and therefore has a timeline. */
  readonly animated?: true;
  /** Last stage that changes the drawing. Default: the last stage of the attention. */
  readonly lastStage?: StageName;
  /** True if new weights replace the previous ones in a short transition. */
  readonly transitions?: true;
  /** True if the user can sort the heads. */
  readonly sortable?: true;
  /** True if it can show the matrices of the head instead of a stage. */
  readonly hasMatrices?: true;
}
