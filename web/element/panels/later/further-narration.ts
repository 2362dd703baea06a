// What a stage does that few attentions have, or that this model does in its own way.
import { dividedByRootOf } from '../../../view/scaling.js';
import type { AllMessages } from '../../../messages/languages.js';
import type { FurtherStage } from '../../../view/stages.js';
import type { HeadSteps } from '../../../view/view-model.js';

/** @param stage one that few attentions have, or 'scale' where the model does not divide by √d */
export function furtherNarration(
  { furtherNarration: texts }: AllMessages,
  stage: FurtherStage | 'scale',
  steps: HeadSteps,
): string {
  switch (stage) {
    case 'rotate':
      if (!steps.hasQueryKeyNorm) return texts.rotate.rotation;
      return steps.isRotary ? texts.rotate.both : texts.rotate.norm;
    case 'scale': {
      const root = dividedByRootOf(steps.scaling);
      return root === null ? texts.unscaled : texts.otherDivisor(String(root));
    }
    case 'cap':
      return texts.cap(String(steps.cap));
    case 'bias':
      return texts.bias;
  }
}
