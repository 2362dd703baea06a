import type { Scene } from '../scene.js';
import type { StageName } from '../stages.js';
import type { ViewModel } from '../view-model.js';

export interface Drawing {
  /**
   * Draws the scene. Exports use it even if a table covers the canvas.
   * @param isWhole true for a complete image of any size; default: an image at the canvas's size
   */
  readonly draw: (viewModel: ViewModel, isWhole?: boolean) => Scene;
  /**
   * Returns the canvas height in pixels that the view needs at the canvas's width, or null for the height in the style
   * sheet.
   */
  readonly requiredHeight: ((viewModel: ViewModel) => number | null) | null;
}

/** A way to show attention: the code that draws it, and the parts of the interface that belong to it. */
export interface View {
  /** Name of the view, which is the value of the property `view` and the key of its texts. */
  readonly name: string;
  readonly load: () => Promise<Drawing>;
  /** Loads the drawing for external attention, of which only the weights are known. Default: `load`. */
  readonly loadForWeights?: () => Promise<Drawing>;
  /** Panel that covers the canvas in this view. Default: none. */
  readonly cover?: 'table';
  /** Panel beside the canvas in this view; 'caption' is below it. */
  readonly side: 'step' | 'heads' | 'caption';
  /** Text below an exported scene, if the view has no room for it: the title or the captions. Default: none. */
  readonly footer?: 'title' | 'captions';
  /** Set if the view can be zoomed and panned with wheel, pinch, keys and buttons. */
  readonly zoomable?: true;
  /** Set if the view shows a stage of the animation, and therefore has a timeline. */
  readonly animated?: true;
  /** Last stage that changes the drawing. Default: the attention's last stage. */
  readonly lastStage?: StageName;
  /** Set if new weights replace the previous ones in a short transition. */
  readonly transitions?: true;
  readonly sortable?: true;
  /** Set if the view can show the head's matrices instead of a stage. */
  readonly hasMatrices?: true;
}
