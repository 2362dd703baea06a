// The view `heads` for two compared models: the attention patterns of all heads, and their differences.
import { differenceOfPatterns, mostDifferent } from '../../compare/difference.js';
import { headGrid } from '../../maps/head-map.js';
import { headPictures } from './head-pictures.js';
import { heads, patterns } from './results.js';
import { headUrl } from '../../maps/pattern-pictures.js';
import { nameOfHead } from './head-roles.js';
import { svg, type TemplateResult } from 'lit';
import { placeOf, type Shown } from '../../element/shown.js';
import { scaleLegend } from '../../maps/scale-legend.js';
import type { ComparedView } from '../../element/view.js';
import type { PatternsByLayer } from '../../compare/difference.js';

const draw: ComparedView['draw'] = ({ first, second }, hasDifference) => {
  const { texts } = first;
  const [one, other] = [first.inspection.result(patterns).value, second.inspection.result(patterns).value];
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
    caption: texts.compare.difference,
    legend: null,
    differenceLegend: both ? scaleLegend(first.signedScale(1), texts.compare.weights) : null,
    statement: statements.filter((each) => each !== '').join(' '),
  };
};

export const comparedHeads: ComparedView = { result: patterns, draw };

const scoresOf = ({ inspection }: Shown) => inspection.result(heads).value?.heads ?? [];

function differences(shown: Shown, one: PatternsByLayer, other: PatternsByLayer): TemplateResult {
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
