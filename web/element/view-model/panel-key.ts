// Detects which playback frames change more than the canvas and the slider.
import { cursorOf } from '../../view/reveal.js';
import type { ViewModelData } from '../../view/view-model.js';

/**
 * Identifies the content of the panels. Most playback frames change only the progress of a stage, which is not part of
 * the key.
 */
export function panelKey(viewModel: ViewModelData | null, playing: boolean): string {
  if (!viewModel) return '';
  const { stage, progress } = viewModel.moment;
  const [hasBegun, hasEnded] = [progress > 0, progress >= 1];
  return JSON.stringify([stage, hasBegun, hasEnded, viewModel.generatingRow, cursorOf(viewModel), playing]);
}
