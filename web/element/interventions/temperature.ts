// The temperature of the softmax.
import { number } from '../state/property-codecs.js';
import { slider } from './controls.js';
import type { InterventionDefinition } from './definition.js';

// The slider moves in equal steps of the logarithm, from 1 / MAX to MAX; 1 is in the middle.
const STEPS = 40;
const MAX = 10;
const temperatureAt = (step: number): number => Math.round(MAX ** ((2 * step) / STEPS - 1) * 100) / 100;
const stepOf = (temperature: number): number =>
  Math.round(((Math.log10(temperature) / Math.log10(MAX) + 1) / 2) * STEPS);

export const temperature: InterventionDefinition<number> = {
  codec: number(1, 0.05, 20, false),
  toEngine: (value) => ({ temperature: value }),
  control: (value, change, { texts }) =>
    slider(texts.temperature, texts.temperatureHelp, String(value), { value: stepOf(value), max: STEPS }, (step) =>
      change(temperatureAt(step)),
    ),
};
