// The intervention 'ablate': zero-ablation of tokens and heads.
import { ablationTargets, type AblationTarget } from '../property-codecs.js';
import { html } from 'lit';
import type { HeadRef } from '../../engine/transformer/run.js';
import type { InterventionDefinition } from './definition.js';

const isToken = (target: AblationTarget): target is number => typeof target === 'number';
const isHead = (target: AblationTarget): target is HeadRef => !isToken(target);

const isSame = (one: AblationTarget, other: AblationTarget): boolean =>
  isToken(one) || isToken(other)
    ? one === other
    : one.attention === other.attention && one.layer === other.layer && one.head === other.head;

/** Returns the list of ablated tokens and heads with a target added, or removed if the list contains it. */
function toggle(targets: readonly AblationTarget[], target: AblationTarget): readonly AblationTarget[] {
  const others = targets.filter((each) => !isSame(each, target));
  return others.length < targets.length ? others : [...targets, target];
}

export const ablate: InterventionDefinition<readonly AblationTarget[]> = {
  codec: ablationTargets(),
  toEngine: (value, { tokenCount, layers, numHeads }) => ({
    ablateTokens: value.filter(isToken).filter((token) => token < tokenCount),
    ablateHeads: value
      .filter(isHead)
      .filter(({ attention, layer, head }) => layer < layers[attention] && head < numHeads),
  }),
  forOtherText: (value) => value.filter(isHead),
  /**
   * Buttons that switch tokens and heads off and on again: each ablated token, the selected token, and the selected
   * head.
   */
  control: (value, change, { texts, headRef: { attention, layer, head }, tokens, selectedToken }) => {
    const button = (label: (isOff: boolean) => string, target: AblationTarget) => {
      const isOff = value.some((each) => isSame(each, target));
      // For screen readers this is a plain button without a pressed state: its label changes between on and off, so
      // "switch on, pressed" would mean the opposite.
      return html`<button class=${isOff ? 'toggle off' : 'toggle'} @click=${() => change(toggle(value, target))}>
        ${label(isOff)}
      </button>`;
    };
    const ablated = value.filter(isToken).filter((token) => token < tokens.length);
    const selected = selectedToken === null || ablated.includes(selectedToken) ? [] : [selectedToken];
    return [
      ...[...ablated, ...selected].map((token) => button((isOff) => texts.ablateToken(tokens[token]!, isOff), token)),
      button(texts.ablateHead, { attention, layer, head }),
    ];
  },
};
