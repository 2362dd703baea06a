// The steps of a head's computation in a run, with the parameters and sizes of its layer that the views draw.
import { keyValueHeadOf, projectionOf, stackOf } from './parameters.js';
import { once, read } from './answer.js';
import { scaleOf } from '../../engine/transformer/intervention.js';
import { stagesOf } from '../../view/stages.js';
import type { OptionalStep, HeadSteps } from '../../view/view-model.js';
import type { HeadRef } from '../../engine/transformer/run.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { ShownModel, ShownRun } from './shown-model.js';

/**
 * Collects the steps of a head's computation for the views.
 * @param isAblated true if the user's interventions switch the head off
 */
export function headStepsOf(
  model: ShownModel,
  run: ShownRun,
  headRef: HeadRef,
  { useScaling = true, temperature = 1 }: Intervention,
  isAblated: boolean,
): HeadSteps {
  const { attention, layer, head } = headRef;
  const { queryInput, keyInput, concat, output } = read(run.layer(attention, layer));
  const traceOf = (each: number) => read(run.trace(attention, layer, each));
  const trace = traceOf(head);
  const stack = stackOf(model, headRef);
  const keyValueHead = keyValueHeadOf(model, headRef);
  const names = new Set(model.activations.map(({ name }) => name));
  const hasStep = (step: string) => names.has(`${attention}.${layer}.${step}`);
  const stepOf = (name: OptionalStep) =>
    once(() => {
      const heads = [name === 'key' ? keyValueHead : head];
      const { data, shape } = read(run.activation(`${attention}.${layer}.${name}`, { heads }));
      return { data, shape: shape.slice(1) };
    });
  const further: Readonly<Record<OptionalStep, ReturnType<typeof stepOf>>> = {
    query: stepOf('query'),
    key: stepOf('key'),
    capped: stepOf('capped'),
    biased: stepOf('biased'),
  };
  return {
    trace,
    isMasked: trace.masked.data.includes(-Infinity),
    stages: stagesOf(hasStep),
    step: (name) => further[name](),
    queryInput,
    keyInput: attention === 'cross' ? keyInput : null,
    concat,
    output,
    head,
    numHeads: run.numHeads,
    keyValueHead,
    hasQueryKeyNorm: hasStep('queryNormScale'),
    isRotary: hasStep('rotation'),
    scaling: { useScaling, temperature, scale: stack ? scaleOf(stack) : 1 / Math.sqrt(trace.query.shape[1]!) },
    cap: stack?.scoreSoftcap ?? 0,
    isAblated,
    headValues: traceOf,
    linear: (name) => projectionOf(model, headRef, name),
  };
}
