// The intervention 'temperature': the temperature of the softmax.
import { number } from '../property-codecs.js';
import { slider } from './controls.js';
import type { InterventionDefinition } from './definition.js';

// Maximum temperature that the slider sets. The slider is logarithmic, from 1 / MAX to MAX, with 1 in the middle.
const MAX = 20;
const STEPS = 40;
const temperatureAt = (step: number): number => Math.round(MAX ** ((2 * step) / STEPS - 1) * 100) / 100;
const stepOf = (temperature: number): number =>
  Math.round(((Math.log10(temperature) / Math.log10(MAX) + 1) / 2) * STEPS);

export const temperature: InterventionDefinition<number> = {
  codec: number(1, 1 / MAX, MAX, false),
  toEngine: (value) => ({ temperature: value }),
  control: (value, change, { texts }) =>
    slider(texts.temperature, texts.temperatureHelp, String(value), { value: stepOf(value), max: STEPS }, (step) =>
      change(temperatureAt(step)),
    ),
};
