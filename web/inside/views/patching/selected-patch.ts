// The patch that is selected in the view `patching`: of a token, or of a head.
import { isByToken } from '../../../analysis/patched-activation.js';
import { groupOf, recoveryOfHead, tokenMapOf } from './patch-map.js';
import { patchName, selectedPatch, tokenOf } from './token-patches.js';
import type { Patches } from './work.js';
import { placeOf, type Shown } from '../../element/shown.js';
import type { Sentences } from './work/sentences.js';

export interface SelectedPatch {
  /** Short name of the patch, for use below a heading that already names the head. */
  readonly title: string;
  /** Complete name of the patch, including the head's name. */
  readonly name: string;
  /**
   * Position of the patched token, or index of the patched head (of the key/value head, if heads that share keys and
   * values are patched together).
   */
  readonly place: number;
  /** Recovery of the patch; NaN if it is not known yet. */
  readonly recovery: number;
  readonly layer: number;
}

export function selectedOf(shown: Shown, sentences: Sentences, patches: Patches): SelectedPatch | null {
  const { texts, inspection, head } = shown;
  if (isByToken(patches.activation)) {
    const patch = selectedPatch(shown, tokenMapOf(sentences, patches, shown.isNarrow));
    if (!patch || patch.isGap) return null;
    const title = patchName(shown, patches, patch, tokenOf(sentences, patches, patch.position));
    return { title, name: title, layer: patch.layer, place: patch.position, recovery: patch.recovery };
  }
  const recovery = head && recoveryOfHead(patches, inspection.heads, head);
  if (!head || typeof recovery !== 'number') return null;
  const title = texts.patching.activations[patches.activation];
  const place = Math.floor(head.head / groupOf(patches, inspection.heads));
  return { title, name: texts.patching.ofHead(title, placeOf(shown, head)), layer: head.layer, place, recovery };
}
