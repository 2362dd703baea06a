// The stages of attention: one definition for the timeline, the labels, the narration, the arithmetic and the docs.
import type { ComputedName } from './scene.js';

type ProjectionName = 'query' | 'key' | 'value' | 'output';

interface Definition {
  readonly name: string;
  /** What it computes, in the field's notation. */
  readonly formula: string;
  /** The same where one of its projections has a bias. */
  readonly biased?: { readonly projections: readonly ProjectionName[]; readonly formula: string };
  /** The matrices in focus; the others are dimmed. Empty: all are. */
  readonly focus: readonly ComputedName[];
  /** Duration of its animation. */
  readonly seconds: number;
}

const DEFINITIONS = [
  { name: 'tokens', formula: 't₁ … tₙ', focus: [], seconds: 2.4 },
  { name: 'embed', formula: 'X', focus: ['embedding', 'encoderOutput'], seconds: 3.6 },
  {
    name: 'project',
    formula: 'Q = X·W_Q\u2003K = X·W_K\u2003V = X·W_V',
    biased: { projections: ['query', 'key', 'value'], formula: '[Q K V] = X·[W_Q W_K W_V] + b' },
    focus: ['embedding', 'encoderOutput', 'query', 'key', 'value'],
    seconds: 5.2,
  },
  { name: 'score', formula: 'Q·Kᵀ', focus: ['query', 'key', 'attention'], seconds: 6.4 },
  { name: 'scale', formula: 'Q·Kᵀ / √d', focus: ['attention'], seconds: 4.4 },
  { name: 'mask', formula: 'Q·Kᵀ / √d + M', focus: ['attention'], seconds: 3.6 },
  { name: 'softmax', formula: 'softmax(Q·Kᵀ / √d + M)', focus: ['attention'], seconds: 6 },
  {
    name: 'sum',
    formula: 'softmax(Q·Kᵀ / √d + M)·V',
    focus: ['attention', 'value', 'output'],
    seconds: 6,
  },
  {
    name: 'output',
    formula: '[A₁V₁ … AₕVₕ]·W_O',
    biased: { projections: ['output'], formula: '[A₁V₁ … AₕVₕ]·W_O + b' },
    focus: ['output', 'concat', 'projected'],
    seconds: 6,
  },
] as const satisfies readonly Definition[];

export type StageName = (typeof DEFINITIONS)[number]['name'];

export interface Stage extends Definition {
  readonly name: StageName;
}

/** In the order of the formula. */
export const STAGES: readonly Stage[] = DEFINITIONS;
export const STAGE_NAMES: readonly StageName[] = DEFINITIONS.map(({ name }) => name);

/** A moment of the animation: a stage and the progress within it, 0 … 1. */
export interface Moment {
  stage: StageName;
  progress: number;
}

export const BEGINNING: Moment = { stage: 'tokens', progress: 0 };

/** The end of the animation. */
export const END: Moment = { stage: 'output', progress: 1 };

export const isOver = ({ stage, progress }: Moment): boolean => stage === END.stage && progress >= END.progress;

/** Where a presentation begins: at the moment, or after the end anew. Its first slide shows the first stage whole. */
export const presentedFrom = (moment: Moment): Moment =>
  isOver(moment) || moment.stage === BEGINNING.stage ? { ...BEGINNING, progress: 1 } : moment;

export const indexOf = (stage: StageName): number => STAGE_NAMES.indexOf(stage);

/** A moment as a view shows it that stands still after its last stage. */
export const shownMoment = (moment: Moment, lastStage: StageName = END.stage): Moment =>
  indexOf(moment.stage) > indexOf(lastStage) ? { stage: lastStage, progress: 1 } : moment;

/** What a formula depends on besides its stage. */
interface FormulaContext {
  scaling: { useScaling: boolean; temperature: number };
  isMasked: boolean;
  linear: (name: ProjectionName) => { bias: object | null };
}

/** Whether a projection of a stage has a bias. */
export const isBiased = (stage: StageName, { linear }: Pick<FormulaContext, 'linear'>): boolean =>
  stageOf(stage).biased?.projections.some((name) => linear(name).bias !== null) ?? false;

/** The formula of a stage as it is computed: with what the scores are divided by, with mask and biases where there are any. */
export function formulaOf(stage: StageName, context: FormulaContext): string {
  const { useScaling, temperature } = context.scaling;
  const factors = [...(useScaling ? ['√d'] : []), ...(temperature === 1 ? [] : ['T'])];
  const divisor = factors.length > 1 ? `(${factors.join('·')})` : factors.join('');
  const { formula, biased } = stageOf(stage);
  if (biased && isBiased(stage, context)) return biased.formula;
  return formula.replace(' / √d', divisor && ` / ${divisor}`).replace(' + M', context.isMasked ? ' + M' : '');
}

export const stageOf = (stage: StageName): Stage => STAGES[indexOf(stage)]!;

/** Cubic ease-out, 0 … 1. */
export const easeOut = (progress: number): number => 1 - (1 - Math.min(1, Math.max(0, progress))) ** 3;

/** Progress within a part of a stage that lasts from `from` to `to`, 0 … 1. */
export const within = (progress: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (progress - from) / (to - from)));

/** The progress of a stage at a moment: 0 before it begins, 1 after it ends. */
export function stageProgress(moment: Moment, stage: StageName): number {
  const [current, index] = [indexOf(moment.stage), indexOf(stage)];
  if (current < index) return 0;
  return current > index ? 1 : moment.progress;
}
