// Pictures of the attention of all heads in two models, and the second less the first.
import { differenceOfPatterns, mostDifferent } from '../../views/difference.js';
import { headGrid } from '../heads/head-map.js';
import { headPictures } from '../heads/heads-view.js';
import { headUrl } from '../heads/pattern-pictures.js';
import { nameOfHead } from '../../views/head-roles.js';
import { nothing, svg, type TemplateResult } from 'lit';
import { placeOf, type Shown } from '../shown.js';
import { scaleLegend } from '../matrices/scale-legend.js';
import type { DrawCompared } from './compared-maps.js';
import type { Results } from '../../computations.js';

export const comparedHeads: DrawCompared = ({ first, second }, hasDifference) => {
  const { texts } = first;
  const [one, other] = [first.inspection.patterns.value, second.inspection.patterns.value];
  const [own, others] = [scoresOf(first), scoresOf(second)];
  const both = hasDifference && one && other ? { one, other } : null;
  const most = both && mostDifferent(both.one, both.other);
  const isScored = own.length > 0 && others.length > 0;
  const named = (scores: typeof own) => scores.filter((each) => nameOfHead(each) !== null).length;
  const statements = [
    isScored ? texts.compare.named(named(own), own.length, named(others), others.length) : '',
    most ? texts.compare.heads(placeOf(first, most)) : '',
  ];
  return {
    first: one && headPictures(first, own),
    second: other && headPictures(second, others),
    difference: both && differences(first, both.one, both.other),
    legend: nothing,
    differenceLegend: both ? scaleLegend(first.signedScale(1), texts.compare.weights) : nothing,
    statement: statements.filter((each) => each !== '').join(' '),
  };
};

const scoresOf = ({ inspection }: Shown) => inspection.roles.value?.heads ?? [];

function differences(shown: Shown, one: Results['patterns'], other: Results['patterns']): TemplateResult {
  const scale = shown.signedScale(1);
  return headGrid(shown, {
    name: shown.texts.compare.difference,
    cellOf: ({ attention, layer, head }, [x, y], size) => {
      const [before, after] = [one, other].map((each) => each.get(`${attention}.${layer}`));
      if (!before || !after) return svg``;
      const url = headUrl(differenceOfPatterns(before, after), head, scale);
      return svg`<image href=${url} x=${x + 1} y=${y + 1} width=${size - 2} height=${size - 2}></image>`;
    },
  });
}
