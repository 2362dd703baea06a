// The intervention 'mask': an attention mask that the user edits cell by cell.
import { html, nothing } from 'lit';
import { pairs, type Pair } from '../property-codecs.js';
import { toggleButton } from './controls.js';
import type { InterventionDefinition } from './definition.js';

export function togglePair(mask: readonly Pair[], query: number, key: number): readonly Pair[] {
  const others = mask.filter((pair) => pair[0] !== query || pair[1] !== key);
  return others.length < mask.length ? others : [...mask, [query, key]];
}

export const mask: InterventionDefinition<readonly Pair[]> = {
  codec: pairs(),
  toEngine: (value, { tokenCount }) => ({
    blockedPairs: value.filter(([query, key]) => query < tokenCount && key < tokenCount),
  }),
  forOtherText: () => [],
  control: (_, __, { texts, headRef, editingMask, setEditingMask }) =>
    headRef.attention === 'encoder'
      ? html`${toggleButton(texts.editMask, editingMask, () => setEditingMask(!editingMask))}
        ${editingMask ? html`<span class="hint">${texts.editMaskHint}</span>` : nothing}`
      : nothing,
};
