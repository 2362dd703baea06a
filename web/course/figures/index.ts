// Figures of the course by name. Each is a custom element with the same properties (see the class Figure).
import { html as staticHtml, unsafeStatic, type StaticValue } from 'lit/static-html.js';
import { AttentionTypesFigure } from './attention-types-figure.js';
import { AverageFigure } from './average-figure.js';
import { BlockFigure } from './block-figure.js';
import { AttentionByHandFigure, ScoresByHandFigure, WeightsByHandFigure } from './by-hand-figures.js';
import { CostFigure } from './cost-figure.js';
import { DropoutFigure } from './dropout-figure.js';
import { InitializationFigure } from './initialization-figure.js';
import { LearningFigureOfPositions, LearningFigureOfTheMoment } from './learning-figures.js';
import { PositionsFigure } from './positions/positions-figure.js';
import { PrecisionFigure } from './precision-figure.js';
import { QueryNumbersFigure } from './query-numbers-figure.js';
import { QuizFigure } from './quiz-figure.js';
import { ReluFigure } from './relu-figure.js';
import { ResidualFigure } from './residual-figure.js';
import { RotationFigure } from './positions/rotation-figure.js';
import { SaturationFigure } from './saturation-figure.js';
import { ShareFigure } from './share-figure.js';
import { StableFigure } from './stable-figure.js';
import { SummaryFigure } from './summary-figure.js';
import { VariantsFigure } from './variants-figure.js';
import { WavesFigure } from './positions/waves-figure.js';
import { WeightedFigure } from './weighted-figure.js';
import type { TemplateResult } from 'lit';
import type { AttentionSpotlight } from '../../element/index.js';
import type { CourseTexts } from '../texts.js';
import type { Figure } from './figure.js';
import type { FigureName } from './names.js';
import type { Outcome } from '../step.js';
import type { Run } from '../../engine/transformer/run.js';

const CLASSES: Readonly<Record<FigureName, new () => Figure>> = {
  average: AverageFigure,
  weighted: WeightedFigure,
  'scores-by-hand': ScoresByHandFigure,
  'query-numbers': QueryNumbersFigure,
  'weights-by-hand': WeightsByHandFigure,
  'attention-by-hand': AttentionByHandFigure,
  saturation: SaturationFigure,
  'attention-types': AttentionTypesFigure,
  cost: CostFigure,
  variants: VariantsFigure,
  dropout: DropoutFigure,
  relu: ReluFigure,
  stable: StableFigure,
  precision: PrecisionFigure,
  residual: ResidualFigure,
  block: BlockFigure,
  positions: PositionsFigure,
  waves: WavesFigure,
  rotation: RotationFigure,
  initialization: InitializationFigure,
  'learning-positions': LearningFigureOfPositions,
  'learning-moment': LearningFigureOfTheMoment,
  quiz: QuizFigure,
  share: ShareFigure,
  summary: SummaryFigure,
};

const tags = new Map<FigureName, StaticValue>();
for (const [name, figureClass] of Object.entries(CLASSES)) {
  // The names may be inserted into templates unescaped: they come from the table above and not from a user.
  tags.set(name as FigureName, unsafeStatic(`course-${name}`));
  customElements.define(`course-${name}`, figureClass);
}

export interface FigureProps {
  texts: CourseTexts;
  spotlight: AttentionSpotlight;
  run: Run | null;
  /** Names of the course steps that the learner has completed. */
  done: ReadonlySet<string>;
  /** URL of the training page; null if the site has none. */
  training: string | null;
  /** True until the learner has answered the question of the step. */
  isAsked: boolean;
  /** Called with the outcome when the task of the figure is done, and with null when it is no longer done. */
  setOutcome: (outcome: Outcome | null) => void;
}

export function figure(name: FigureName, props: FigureProps): TemplateResult {
  const { texts, spotlight, run, done, training, isAsked, setOutcome } = props;
  const tag = tags.get(name)!;
  return staticHtml`<${tag} .texts=${texts} .spotlight=${spotlight} .run=${run} .done=${done} .training=${training} .isAsked=${isAsked}
    @outcome=${({ detail }: CustomEvent<Outcome | null>) => setOutcome(detail)}></${tag}>`;
}
