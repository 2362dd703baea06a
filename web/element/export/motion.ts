// What moves in a view: the stages of the animation, or the arcs as they grow.
import { buildViewModel, type RenderContext } from '../render/build-view-model.js';
import { formulaOf } from '../../view/stages.js';
import type { AttentionSource } from '../model/attention-source.js';
import type { Scene } from '../../view/scene.js';
import type { Surface, ViewModelData } from '../../view/view-model.js';
import type { Timeline } from '../../view/timeline.js';
import type { View } from '../../view/views/index.js';

export interface Motion {
  /** How long something moves. */
  readonly seconds: number;
  readonly draw: (seconds: number, surface: Surface) => Scene;
  /** What stands below the picture. */
  readonly captionAt: (seconds: number) => string;
}

const GROWTH = 1.2; // seconds

/** @returns null where nothing moves */
export function motionOf(
  view: View,
  source: AttentionSource,
  context: RenderContext,
  viewModel: ViewModelData,
  timeline: Timeline,
  caption: string,
): Motion | null {
  if (view.animated && viewModel.steps) {
    const { scaling } = viewModel.steps;
    const stateAt = (seconds: number) => ({ ...context.state, ...timeline.momentAt(seconds) });
    return {
      seconds: timeline.length,
      draw: (seconds, surface) => {
        const now = buildViewModel(source, { ...context, state: stateAt(seconds) }) ?? viewModel;
        return view.draw({ ...now, ...surface });
      },
      captionAt: (seconds) => {
        const { stage } = timeline.momentAt(seconds);
        return `${context.texts.stages[stage]}    ${formulaOf(stage, scaling)}`;
      },
    };
  }
  if (!view.transitions) return null;
  return {
    seconds: GROWTH,
    draw: (seconds, surface) => {
      const transition = seconds < GROWTH ? { share: seconds / GROWTH, from: null } : null;
      return view.draw({ ...viewModel, ...surface, transition });
    },
    captionAt: () => caption,
  };
}
