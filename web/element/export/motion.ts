// The exportable animation of a view: the view goes through its stages, or its arcs grow.
import { buildViewModel, type RenderContext } from '../view-model/build-view-model.js';
import { formulaOf, stageProgress } from '../../view/stages.js';
import { strongestCaption } from '../view-model/caption.js';
import { sumInWords } from '../../view/views/ledger/sum-in-words.js';
import type { AttentionSource } from '../source/attention-source.js';
import type { Scene } from '../../view/scene.js';
import type { Surface, ViewModelData } from '../../view/view-model.js';
import type { Timeline } from '../../view/timeline.js';
import type { Drawing, View } from '../../view/views/index.js';

export interface Motion {
  /** Duration of the exported animation in seconds. */
  readonly seconds: number;
  readonly draw: (seconds: number, surface: Surface) => Scene;
  /** Height in CSS pixels that the view requires at the surface's width; null if the view fits any height. */
  readonly requiredHeight: (surface: Surface) => number | null;
  /** Lines of text above and below the scene at a given time of the animation. */
  readonly captionAt: (seconds: number, surface: Surface) => Caption;
}

export interface Caption {
  /** Line above the scene: the stage's name with its formula, or a description of the view. */
  heading: string;
  /** Line below the scene: the largest weight and, once it is computed, the weighted sum. */
  detail: string;
}

const GROWTH = 1.2; // seconds in which an arc grows

/**
 * Animation of a view.
 * @returns null if the view has no animation
 */
export function motionOf(
  view: View & Drawing,
  source: AttentionSource,
  context: RenderContext,
  viewModel: ViewModelData,
  timeline: Timeline,
  caption: string,
): Motion | null {
  const requiredHeight = (surface: Surface) => view.requiredHeight?.({ ...viewModel, ...surface }) ?? null;
  if (view.animated && viewModel.steps) {
    const { steps } = viewModel;
    const at = (seconds: number): ViewModelData => {
      const state = { ...context.state, ...timeline.momentAt(seconds) };
      return buildViewModel(source, { ...context, state }) ?? viewModel;
    };
    return {
      requiredHeight,
      seconds: timeline.length,
      draw: (seconds, surface) => view.draw({ ...at(seconds), ...surface }),
      captionAt: (seconds, surface) => {
        const { stage } = timeline.momentAt(seconds);
        const now = at(seconds);
        const sum = () =>
          sumInWords({ ...now, ...surface }, surface.width)
            .map(({ text }) => text)
            .join(' ');
        return {
          heading: `${context.texts.stages[stage]}    ${formulaOf(stage, steps)}`,
          detail: stageProgress(now.moment, 'sum') > 0 ? sum() : strongestCaption(context.texts, now, source.baseline),
        };
      },
    };
  }
  if (!view.transitions) return null;
  return {
    requiredHeight,
    seconds: GROWTH,
    draw: (seconds, surface) => {
      const transition = seconds < GROWTH ? { share: seconds / GROWTH, from: null } : null;
      return view.draw({ ...viewModel, ...surface, transition });
    },
    captionAt: () => ({ heading: caption, detail: '' }),
  };
}
