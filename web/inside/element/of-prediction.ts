// Wraps the drawing of a result that explains the predicted token. For a masked language model, which has no such
// result, a sentence says so instead.
import { html, type TemplateResult } from 'lit';
import type { Computation } from '../computation.js';
import type { Prediction } from '../work/answer.js';
import type { Shown } from './shown.js';
import type { View } from './view.js';

/** Returns the drawing function of a view. @param draw called once the result and the prediction have arrived */
export const ofPrediction =
  <Value>(
    result: Computation<Value>,
    draw: (shown: Shown, value: Value, prediction: Prediction) => TemplateResult,
  ): View['draw'] =>
  (shown) => {
    const { inspection, texts } = shown;
    if (inspection.opened?.facts.predicts === 'masked')
      return html`<p class="statement">${texts.attribution.masked}</p>`;
    const { prediction } = inspection.answer.value ?? {};
    const { value } = inspection.result(result);
    return value && prediction ? draw(shown, value, prediction) : null;
  };
