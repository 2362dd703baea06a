// The intervention 'padding': padding tokens at the end of the sentence.
import { nothing } from 'lit';
import { number } from '../property-codecs.js';
import { slider } from './controls.js';
import type { InterventionDefinition } from './definition.js';

export const padding: InterventionDefinition<number> = {
  codec: number(0, 0, 1023, true),
  toEngine: (value, { tokenCount }) => ({ padding: Math.min(value, tokenCount - 1) }),
  control: (value, change, { texts, headRef, tokens }) =>
    headRef.attention !== 'decoder' && tokens.length > 1
      ? slider(texts.padding, texts.paddingHelp, String(value), { value, max: tokens.length - 1 }, change)
      : nothing,
};
