// The view `paths`: the strongest paths from tokens through heads to the answer, as a graph and as a list.
import { attribution } from '../attribution/results.js';
import { paths as result } from './results.js';
import { styles } from './styles.js';
import { html, nothing, type TemplateResult } from 'lit';
import { headRow } from '../../element/head-row.js';
import { pathChart } from './path-chart.js';
import { placeOf, shownToken, type Shown } from '../../element/shown.js';
import { stackOfKeys, strongPaths, type Path, type TokenRef } from './path-graph.js';
import type { Paths } from './work.js';
import type { Prediction } from '../../work/answer.js';
import { ofPrediction } from '../../element/of-prediction.js';
import type { View } from '../../element/view.js';

export const view: View = {
  name: 'paths',
  result,
  others: () => [attribution],
  draw: ofPrediction(result, drawn),
  controls: thresholdSlider,
  firstHead(inspection) {
    const { value } = inspection.result(result);
    return value && (strongPaths(value.paths, 1).paths[0]?.at ?? null);
  },
  styles,
};

function thresholdSlider({ texts, inspection }: Shown): TemplateResult {
  const { threshold } = inspection.state;
  const input = ({ target }: Event) => inspection.set({ threshold: Number((target as HTMLInputElement).value) });
  const value = texts.percent(threshold / 100, 0);
  return html`<label class="choice threshold"
    >${texts.paths.threshold}
    <input type="range" min="1" max="100" .value=${String(threshold)} aria-valuetext=${value} @input=${input} />
    <output class="number">${value}</output></label
  >`;
}

function drawn(shown: Shown, { paths, tokens }: Paths, { token, against }: Prediction): TemplateResult {
  const { texts, inspection } = shown;
  const strong = strongPaths(paths, inspection.state.threshold / 100);
  const textOf = ({ stack, key }: TokenRef) => texts.ask.at(shownToken(tokens[stack][key]!), key + 1);
  const largest = Math.abs(strong.paths[0]?.value ?? 1);
  const { count, percent, signed } = texts;
  return html`<p class="statement">
      ${texts.paths.explained(count(strong.paths.length), count(strong.all), percent(strong.share, 0))}
    </p>
    <p class="note">
      ${texts.paths.sum(signed(strong.sum), signed(strong.total), shownToken(token.text), shownToken(against.text))}
      ${strong.strong > strong.paths.length ? texts.paths.most(count(strong.paths.length), count(strong.strong)) : nothing}
    </p>
    ${pathChart(shown, { paths: strong.paths, textOf, answer: shownToken(token.text), largest })}
    <p class="legend" aria-label=${texts.maps.legend}>
      ${sample('for', texts.paths.for)}${sample('against', texts.paths.against)}
    </p>
    <h3>${texts.paths.list}</h3>
    <ol class="path-list">
      ${strong.paths.map((path) => row(shown, path, textOf({ stack: stackOfKeys(path.at), key: path.key })))}
    </ol>`;
}

const sample = (kind: 'for' | 'against', name: string): TemplateResult =>
  html`<span
    ><svg width="32" height="12" aria-hidden="true"><path class="path ${kind}" stroke-width="4" d="M0 6H32"></path></svg
    >${name}</span
  >`;

const row = (shown: Shown, { at, value }: Path, token: string): TemplateResult =>
  headRow(
    shown,
    at,
    html`<span>${shown.texts.paths.path(token, placeOf(shown, at))}</span>
      <b class="number">${shown.texts.signed(value)}</b>`,
  );
