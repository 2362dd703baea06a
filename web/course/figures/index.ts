// The figures of the course, each an element with the same properties (see Figure).
import { html as staticHtml, literal, type StaticValue } from 'lit/static-html.js';
import { AttentionTypesFigure } from './attention-types-figure.js';
import { CostFigure } from './cost-figure.js';
import { ExerciseFigure } from './exercise-figure.js';
import { PredictionFigure } from './prediction-figure.js';
import { RecurrenceFigure } from './recurrence-figure.js';
import { SaturationFigure } from './saturation-figure.js';
import type { TemplateResult } from 'lit';
import type { AttentionSpotlight } from '../../element/index.js';
import type { FigureName } from '../chapters.js';
import type { CourseTexts } from '../messages/index.js';

const TAGS: Readonly<Record<FigureName, StaticValue>> = {
  'attention-types': literal`course-attention-types`,
  cost: literal`course-cost`,
  exercise: literal`course-exercise`,
  prediction: literal`course-prediction`,
  recurrence: literal`course-recurrence`,
  saturation: literal`course-saturation`,
};

customElements.define('course-attention-types', AttentionTypesFigure);
customElements.define('course-cost', CostFigure);
customElements.define('course-exercise', ExerciseFigure);
customElements.define('course-prediction', PredictionFigure);
customElements.define('course-recurrence', RecurrenceFigure);
customElements.define('course-saturation', SaturationFigure);

/** @param onDone called when the learner has done what the figure asks for */
export function figure(
  name: FigureName,
  texts: CourseTexts,
  spotlight: AttentionSpotlight,
  onDone: () => void,
): TemplateResult {
  const tag = TAGS[name];
  return staticHtml`<${tag} .texts=${texts} .spotlight=${spotlight} .run=${spotlight.run} @done=${onDone}></${tag}>`;
}
