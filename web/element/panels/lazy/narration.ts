// Narration of the stages whose text depends on the model, the mask or the interventions. It is loaded on demand.
import { dividedByRootOf } from '../../../view/scaling.js';
import type { AllMessages } from '../../../locales/index.js';
import type { Architecture } from '../../source/shown-model.js';
import type { HeadRef } from '../../../engine/transformer/run.js';
import type { OptionalStage } from '../../../view/stages.js';
import type { HeadSteps } from '../../../view/view-model.js';

export type LazilyNarrated = OptionalStage | 'embed' | 'scale' | 'mask' | 'softmax';

/** Facts that the description of a layer's input depends on: the head and its model. */
export interface InputProps {
  headRef: HeadRef;
  trained: boolean;
  architecture: Architecture | null;
}

/**
 * Text that explains a stage of the animation.
 * @param stage the stage; 'softmax' only if the head is switched off
 */
export function narrationOf(texts: AllMessages, stage: LazilyNarrated, steps: HeadSteps, input: InputProps): string {
  const { optionalNarration: further } = texts;
  switch (stage) {
    case 'embed':
      return [texts.narration.embed, inputNarration(texts, input)].join(texts.sentenceSeparator);
    case 'rotate':
      if (!steps.hasQueryKeyNorm) return further.rotate.rotation;
      return steps.isRotary ? further.rotate.both : further.rotate.norm;
    case 'scale':
      return scaleNarration(texts, steps);
    case 'cap':
      return further.cap(String(steps.cap));
    case 'bias':
      return further.bias;
    case 'mask':
      return maskNarration(texts, steps);
    case 'softmax':
      return further.softmaxOff;
  }
}

/** Describes the input X of the layer with the selected head. */
function inputNarration({ inputOf: texts }: AllMessages, { headRef, trained, architecture }: InputProps): string {
  const { attention, layer } = headRef;
  const { norm, addsPositions } = architecture ?? { norm: null, addsPositions: true };
  if (!trained || norm === null) return texts.untrained;
  if (attention === 'cross') return texts.cross(layer, norm);
  if (layer > 0) return texts.later(layer, norm);
  return (addsPositions ? texts.first : texts.firstWithoutPositions)(norm);
}

/** Describes the divisors of the scores: √d or another number, unless the model has none, and the temperature. */
function scaleNarration(
  { optionalNarration: further, narration, sentenceSeparator }: AllMessages,
  { scaling, trace }: HeadSteps,
): string {
  const root = dividedByRootOf({ ...scaling, useScaling: true });
  const ofModel = root === null ? further.unscaledModel : further.otherDivisor(String(root));
  const division = root === trace.query.shape[1] ? narration.scale : ofModel;
  return [
    scaling.useScaling ? division : further.unscaled,
    ...(scaling.temperature === 1 ? [] : [further.dividedByTemperature(String(scaling.temperature))]),
  ].join(sentenceSeparator);
}

/** Narration of the mask: no key is masked, exactly the keys after the query are masked, or others are. */
function maskNarration(
  { optionalNarration: further, narration, sentenceSeparator }: AllMessages,
  { isMasked, trace: { masked } }: HeadSteps,
): string {
  if (!isMasked) return further.nothingMasked;
  const keys = masked.shape[1]!;
  const isCausal = masked.data.every((score, at) => (score === -Infinity) === at % keys > Math.floor(at / keys));
  return [narration.mask, ...(isCausal ? [further.causallyMasked] : [])].join(sentenceSeparator);
}
