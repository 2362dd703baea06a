// The head that a view selects where none is.
import { extremesOf, strongestOf } from '../../views/head-map.js';
import { firstShown, isSink } from '../../views/head-roles.js';
import { isByToken } from '../../../analysis/patched-activation.js';
import { strongPaths } from '../../views/path-graph.js';
import { strongestHead } from '../../views/patch-map.js';
import type { HeadRef } from '../../../engine/transformer/head-ref.js';
import type { Inspection } from '../../inspection.js';

/** The strongest head of a view that is computed; by its role alone, it is never a sink. Null: none is known yet. */
export function firstHead(inspection: Inspection): HeadRef | null {
  const { state, heads, roles, attribution, effects, patches } = inspection;
  switch (state.view) {
    case 'made':
      return strongest(inspection, attribution.value?.heads);
    case 'effects':
      return strongest(inspection, effects.status === 'done' ? effects.value!.effects.heads : undefined);
    case 'heads': {
      const scores = roles.status === 'done' ? roles.value!.heads : [];
      const head = firstShown(scores) ?? scores.find((each) => !isSink(each));
      return head ? { attention: head.attention, layer: head.layer, head: head.head } : null;
    }
    case 'pair':
      return patches.status === 'done' && !isByToken(state.activation) ? strongestHead(patches.value!, heads) : null;
    case 'paths':
      return inspection.paths.value ? (strongPaths(inspection.paths.value.paths, 1).paths[0]?.at ?? null) : null;
    case 'score':
    case 'contribution':
      return strongest(inspection, attribution.value?.heads) ?? ofLastLayer(inspection);
    default:
      return null;
  }
}

type Values = Parameters<typeof extremesOf>[1];

function strongest({ heads }: Inspection, values: Values | undefined): HeadRef | null {
  const extremes = values && extremesOf(heads, values);
  return extremes ? strongestOf(extremes).at : null;
}

/** A head where no attribution can be had, which is linear. */
function ofLastLayer({ heads, answer, attribution }: Inspection): HeadRef | null {
  const last = heads.at(-1);
  if (!last || answer.status !== 'done' || attribution.status !== 'idle') return null;
  return { attention: last.attention, layer: last.layers - 1, head: 0 };
}
