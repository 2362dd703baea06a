// The patch that is selected, of a token or of a head.
import { isByToken } from '../../../analysis/patched-activation.js';
import { groupOf, recoveryOfHead, tokenMapOf } from '../../views/patch-map.js';
import { patchName, selectedPatch, tokenOf } from './token-patches.js';
import type { Patches } from '../../work/pair/patches.js';
import { placeOf, type Shown } from '../shown.js';
import type { TextPair } from '../../work/pair/pair.js';

export interface SelectedPatch {
  /** Name beside that of the head, and by itself. */
  readonly title: string;
  readonly name: string;
  /** Column of its number: the position of a token, or a head. */
  readonly place: number;
  /** NaN: not known yet. */
  readonly recovery: number;
  readonly layer: number;
}

/** Null: there is none. */
export function selectedOf(shown: Shown, pair: TextPair, patches: Patches): SelectedPatch | null {
  const { texts, inspection, head } = shown;
  if (isByToken(patches.activation)) {
    const patch = selectedPatch(shown, tokenMapOf(pair, patches, shown.isNarrow));
    if (!patch || patch.isGap) return null;
    const title = patchName(shown, patches, patch, tokenOf(pair, patches, patch.position));
    return { title, name: title, layer: patch.layer, place: patch.position, recovery: patch.recovery };
  }
  const recovery = head && recoveryOfHead(patches, inspection.heads, head);
  if (!head || typeof recovery !== 'number') return null;
  const title = texts.pair.activations[patches.activation];
  const place = Math.floor(head.head / groupOf(patches, inspection.heads));
  return { title, name: texts.pair.ofHead(title, placeOf(shown, head)), layer: head.layer, place, recovery };
}
