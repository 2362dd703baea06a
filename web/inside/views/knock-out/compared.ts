// Knock-out maps of two models: squares of one scale, and the difference in its own.
import { differenceOf } from '../../views/difference.js';
import { extremesOf, numberOf, strongestOf } from '../../views/head-map.js';
import { headMap, largestOf, mapLegend, type MapValues } from '../heads/head-map.js';
import { nothing } from 'lit';
import { placeOf, type Shown } from '../shown.js';
import type { DrawCompared } from './compared-maps.js';

export const comparedEffects: DrawCompared = ({ first, second }, hasDifference) => {
  const { texts } = first;
  const { helps, hinders } = texts.effects;
  const { losesMore, losesLess, difference: name } = texts.compare;
  const [one, other] = [valuesOf(first), valuesOf(second)];
  const largest = Math.max(one ? largestOf(one) : 0, other ? largestOf(other) : 0);
  const map = (shown: Shown, values: MapValues) =>
    headMap(shown, { values, sign: -1, name: texts.views.effects.name, largest });
  const values = hasDifference && one && other ? differenceOfMaps(one, other) : null;
  const unit =
    (more: typeof helps, less: typeof hinders, print: (value: number) => string) =>
    (isFilled: boolean, value: number) => (isFilled ? more(print(-value)) : less(print(value)));
  const known = one ?? other;
  return {
    first: one && map(first, one),
    second: other && map(second, other),
    difference: values && headMap(first, { values, sign: -1, name }),
    legend: known ? mapLegend(first, { values: known, largest }, unit(helps, hinders, texts.signed)) : nothing,
    differenceLegend: values ? mapLegend(first, { values }, unit(losesMore, losesLess, texts.exact)) : nothing,
    statement: values ? statementOf(first, one!, other!, values) : '',
  };
};

const valuesOf = ({ inspection }: Shown): MapValues | null => inspection.effects.value?.effects ?? null;

const differenceOfMaps = (one: MapValues, other: MapValues): MapValues => ({
  heads: differenceOf(one.heads, other.heads),
  feedForward: differenceOf(one.feedForward, other.feedForward),
});

function statementOf(shown: Shown, one: MapValues, other: MapValues, difference: MapValues): string {
  const { texts, inspection } = shown;
  const extremes = extremesOf(inspection.heads, difference.heads);
  if (!extremes) return '';
  const { at, value } = strongestOf(extremes);
  const printed = ({ heads }: MapValues) => texts.exact(numberOf(heads, at)!);
  return texts.compare.effects(placeOf(shown, at), printed(one), printed(other), texts.exact(value));
}
