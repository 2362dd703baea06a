// Edits as interventions of the engine, and the runs that have them.
import { feedForwardOutput, headOutput, type Stack } from '../../analysis/components.js';
import { isOfModel, type Edit, type Part } from '../edits.js';
import { meansOf } from './means.js';
import type { Context } from './context.js';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { Inspected } from './inspected.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { MeanActivations } from '../../analysis/index.js';
import type { PretrainedRun } from '../../engine/pretrained/pretrained-run.js';
import type { Replacement } from '../../engine/transformer/replacement.js';

/** A run with the edits, computed from the layer on where they begin. */
export async function edited(
  inspected: Inspected,
  run: PretrainedRun,
  edits: readonly Edit[],
  context: Context,
): Promise<PretrainedRun> {
  if (edits.length === 0) return run;
  const means = edits.some(({ kind }) => kind === 'mean') ? await meansOf(inspected, context) : null;
  return run.intervene(interventionOf(edits, means));
}

/** The same edits in a run on another text: those that name no token of the first one. @param means known from the first run */
export function editedToo(run: PretrainedRun, edits: readonly Edit[], means: MeanActivations | null): PretrainedRun {
  const ofModel = edits.filter(isOfModel);
  return ofModel.length === 0 ? run : run.intervene(interventionOf(ofModel, means));
}

/** @param means null: no edit needs them */
export function interventionOf(edits: readonly Edit[], means: MeanActivations | null): Intervention {
  const isOff = ({ kind, at }: Edit) => kind === 'off' && at.head !== null;
  return {
    ablateHeads: edits.filter(isOff).map(({ at }) => at as HeadRef),
    replace: edits.filter((edit) => !isOff(edit)).map((edit) => replacementOf(edit, means)),
  };
}

function replacementOf(edit: Edit, means: MeanActivations | null): Replacement {
  const { attention, layer, head } = edit.at;
  if (edit.kind === 'blocked') {
    const pair = { heads: [edit.at.head], queries: [edit.query], keys: [edit.key] };
    return { activation: `${attention}.${layer}.masked`, ...pair, with: MASKED };
  }
  const output = head === null ? feedForwardOutput(attention as Stack, layer) : headOutput(attention, layer);
  const selection = head === null ? {} : { heads: [head] };
  return { activation: output, ...selection, with: edit.kind === 'off' ? 'zero' : meanOf(edit.at, means!) };
}

const MASKED = { data: Float32Array.of(-Infinity), shape: [1, 1, 1] };

/** Mean output of a part, [headDim] or [embedDim]. */
function meanOf({ attention, layer, head }: Part, { heads, feedForward }: MeanActivations): Replacement['with'] {
  const { data, shape } = head === null ? feedForward[attention as Stack]! : heads[attention]!;
  const size = shape.at(-1)!;
  const row = head === null ? layer : layer * shape[1]! + head;
  return { data: data.slice(row * size, (row + 1) * size), shape: [size] };
}
