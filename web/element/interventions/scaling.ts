// The intervention 'scaling': scores with or without the division by √headDim.
import { flag } from '../property-codecs.js';
import { onOff } from './controls.js';
import type { InterventionDefinition } from './definition.js';

export const scaling: InterventionDefinition<boolean> = {
  codec: flag(true),
  toEngine: (value) => ({ useScaling: value }),
  control: (value, change, { texts }) => onOff(texts.scaling, texts.scalingHelp, value, change),
};
