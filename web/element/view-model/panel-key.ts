// Key of the panels' content, by which the element detects the playback frames that change only the canvas and the
// slider.
import { cursorOf } from '../../view/reveal.js';
import type { ViewModelData } from '../../view/view-model.js';

/**
 * Key that changes only if the panels' content changes. Most playback frames change only the progress within a stage,
 * which is not part of the key.
 */
export function panelKey(viewModel: ViewModelData | null, playing: boolean): string {
  if (!viewModel) return '';
  const { stage, progress } = viewModel.moment;
  const [hasBegun, hasEnded] = [progress > 0, progress >= 1];
  return JSON.stringify([stage, hasBegun, hasEnded, viewModel.generatingRow, cursorOf(viewModel), playing]);
}
