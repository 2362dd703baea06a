import type { Scene } from '../scene.js';
import type { StageName } from '../stages.js';
import type { ViewModel } from '../view-model.js';

export interface Drawing {
  /**
   * Draws the scene of the view. Exports use it even if a table covers the canvas in this view.
   * @param isWhole true for a complete image of any size; default: an image at the canvas's size
   */
  readonly draw: (viewModel: ViewModel, isWhole?: boolean) => Scene;
  /**
   * Returns the canvas height in pixels that the view needs at the canvas's width, or null for the height in the style
   * sheet. The function is null for a view that fits any height.
   */
  readonly requiredHeight: ((viewModel: ViewModel) => number | null) | null;
}

/**
 * A view, one of the ways to show attention: the module that draws it, and the parts of the interface that belong to
 * it.
 */
export interface View {
  /** Name of the view, which is the value of the property `view` and the key of its texts. */
  readonly name: string;
  readonly load: () => Promise<Drawing>;
  /** Loads the module that draws external attention, of which only the weights are known. Default: `load`. */
  readonly loadForWeights?: () => Promise<Drawing>;
  /** Name of the panel that covers the canvas in this view. Default: none. */
  readonly cover?: 'table';
  /** Name of the panel beside the canvas in this view. The panel 'caption' is below the canvas. */
  readonly side: 'step' | 'heads' | 'caption';
  /**
   * Texts that an exported image has below the scene, because the view has no room for them: the title or the captions.
   * Default: none.
   */
  readonly footer?: 'title' | 'captions';
  /** True if the user can zoom and pan the view with wheel, pinch, keys and buttons. */
  readonly zoomable?: true;
  /** True if the view shows a stage of the animation. It then has a timeline. */
  readonly animated?: true;
  /** Last stage of the animation that changes the view's drawing. Default: the attention's last stage. */
  readonly lastStage?: StageName;
  /** True if the view animates a short transition when new attention weights replace the previous ones. */
  readonly transitions?: true;
  readonly sortable?: true;
  /** True if the view can show the matrices of the head instead of the current stage. */
  readonly hasMatrices?: true;
}
