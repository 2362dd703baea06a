// The view `knockOut` for two compared models: maps of both models on a common color scale, and of their difference on
// its own.
import { differenceOf } from '../../compare/difference.js';
import { extremesOf, numberOf, strongestOf } from '../../maps/head-map-layout.js';
import { kindChoice } from './kind-choice.js';
import { knockOut as result } from './results.js';
import { headMap, largestOf, mapLegend, type MapValues } from '../../maps/head-map.js';
import { placeOf, type Shown } from '../../element/shown.js';
import type { ComparedView } from '../../element/view.js';

const draw: ComparedView['draw'] = ({ first, second }, hasDifference) => {
  const { texts } = first;
  const { helps, hinders } = texts.knockOut;
  const { losesMore, losesLess, difference: name } = texts.compare;
  const [one, other] = [valuesOf(first), valuesOf(second)];
  const largest = Math.max(one ? largestOf(one) : 0, other ? largestOf(other) : 0);
  const map = (shown: Shown, values: MapValues) =>
    headMap(shown, { values, sign: -1, name: texts.views.knockOut.name, largest });
  const values = hasDifference && one && other ? differenceOfMaps(one, other) : null;
  const unit =
    (more: typeof helps, less: typeof hinders, print: (value: number) => string) =>
    (isFilled: boolean, value: number) => (isFilled ? more(print(-value)) : less(print(value)));
  const known = one ?? other;
  return {
    first: one && map(first, one),
    second: other && map(second, other),
    difference: values && headMap(first, { values, sign: -1, name }),
    caption: name,
    legend: known ? mapLegend(first, { values: known, largest }, unit(helps, hinders, texts.signed)) : null,
    differenceLegend: values ? mapLegend(first, { values }, unit(losesMore, losesLess, texts.exact)) : null,
    statement: values ? statementOf(first, one!, other!, values) : '',
  };
};

export const comparedKnockOut: ComparedView = { result, controls: kindChoice, draw };

const valuesOf = ({ inspection }: Shown): MapValues | null => inspection.result(result).value?.effects ?? null;

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
  return texts.compare.knockOut(placeOf(shown, at), printed(one), printed(other), texts.exact(value));
}
