// The intervention 'causal': a causal mask in the encoder, as a decoder has.
import { nothing } from 'lit';
import { flag } from '../property-codecs.js';
import { onOff } from './controls.js';
import type { InterventionDefinition } from './definition.js';

export const causal: InterventionDefinition<boolean> = {
  codec: flag(false),
  toEngine: (value, { layers }) => ({ causal: value && layers.encoder > 0 }),
  control: (value, change, { texts, headRef }) =>
    headRef.attention === 'encoder' ? onOff(texts.causal, texts.causalHelp, value, change) : nothing,
};
