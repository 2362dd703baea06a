// The stages of attention, which are the steps of the animation. Timeline, labels, narration, arithmetic and
// documentation all use these definitions.
import { dividedByRootOf, type Scaling } from './scaling.js';
import type { ComputedName } from './scene.js';

type ProjectionName = 'query' | 'key' | 'value' | 'output';

interface Definition {
  readonly name: string;
  /** Formula of the stage, as in papers. */
  readonly formula: string;
  /** Formula of the stage if at least one of the named projections has a bias. */
  readonly biased?: { readonly projections: readonly ProjectionName[]; readonly formula: string };
  /** Matrices in focus at the stage; the drawing dims all others. If the list is empty, none is dimmed. */
  readonly focus: readonly ComputedName[];
  /** Duration of the stage in the animation, in seconds. */
  readonly seconds: number;
  /**
   * Names of activations. The stage applies only to models that have at least one of them. Default: the stage applies
   * to all models.
   */
  readonly steps?: readonly string[];
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
  {
    name: 'rotate',
    formula: 'Q\u00a0←\u00a0RoPE(Q)\u2003K\u00a0←\u00a0RoPE(K)',
    focus: ['query', 'key'],
    seconds: 4.4,
    steps: ['rotation', 'queryNormScale'],
  },
  { name: 'score', formula: 'Q·Kᵀ', focus: ['query', 'key', 'attention'], seconds: 6.4 },
  { name: 'scale', formula: 'Q·Kᵀ / √d', focus: ['attention'], seconds: 4.4 },
  { name: 'cap', formula: 'c·tanh(Q·Kᵀ / √d / c)', focus: ['attention'], seconds: 3.6, steps: ['capped'] },
  { name: 'bias', formula: 'Q·Kᵀ / √d + B', focus: ['attention'], seconds: 3.6, steps: ['biased'] },
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
export type OptionalStage = Extract<(typeof DEFINITIONS)[number], { steps: readonly string[] }>['name'];

export interface Stage extends Definition {
  readonly name: StageName;
}

/** All stages that any model's attention has, in the order of computation. */
export const STAGES: readonly Stage[] = DEFINITIONS;
export const STAGE_NAMES: readonly StageName[] = DEFINITIONS.map(({ name }) => name);

/**
 * Names of the stages of a model's attention.
 * @param hasStep returns true if the model has an activation of this name (see model.activations)
 */
export const stagesOf = (hasStep: (step: string) => boolean): readonly StageName[] =>
  STAGES.filter(({ steps }) => !steps || steps.some(hasStep)).map(({ name }) => name);

/** Names of the stages that every model's attention has, as in the original paper (Vaswani et al. 2017). */
export const COMMON_STAGES = stagesOf(() => false);

/** A moment of the animation: a stage, and the progress within the stage from 0 to 1. */
export interface Moment {
  stage: StageName;
  progress: number;
}

export const BEGINNING: Moment = { stage: 'tokens', progress: 0 };

export const END: Moment = { stage: 'output', progress: 1 };

export const isOver = ({ stage, progress }: Moment): boolean => stage === END.stage && progress >= END.progress;

/**
 * Moment at which a presentation starts: the end of the first stage if the animation is in that stage or over,
 * otherwise the current moment.
 */
export const presentedFrom = (moment: Moment): Moment =>
  isOver(moment) || moment.stage === BEGINNING.stage ? { ...BEGINNING, progress: 1 } : moment;

export const indexOf = (stage: StageName): number => STAGE_NAMES.indexOf(stage);

/**
 * The moment that a view displays. After the view's last stage, it is the end of that stage. In a stage that the
 * model's attention lacks, it is the end of the previous stage.
 */
export function shownMoment(
  moment: Moment,
  stages: readonly StageName[] = STAGE_NAMES,
  lastStage: StageName = END.stage,
): Moment {
  if (indexOf(moment.stage) > indexOf(lastStage)) return { stage: lastStage, progress: 1 };
  if (stages.includes(moment.stage)) return moment;
  return { stage: stages.findLast((each) => indexOf(each) < indexOf(moment.stage))!, progress: 1 };
}

interface FormulaContext {
  stages: readonly StageName[];
  scaling: Scaling;
  /** The head's trace. The last dimension of its query is headDim, the d of the formulas. */
  trace: { query: { shape: readonly number[] } };
  isRotary: boolean;
  hasQueryKeyNorm: boolean;
  isMasked: boolean;
  linear: (name: ProjectionName) => { bias: object | null };
}

/** Name of queries or keys in a formula, after their normalization and rotation, such as 'RoPE(RMSNorm(Q))'. */
export function rotatedName(
  { isRotary, hasQueryKeyNorm }: Pick<FormulaContext, 'isRotary' | 'hasQueryKeyNorm'>,
  name: string,
): string {
  const normalized = hasQueryKeyNorm ? `RMSNorm(${name})` : name;
  return isRotary ? `RoPE(${normalized})` : normalized;
}

/** True if a projection that the stage computes has a bias. */
export const isBiased = (stage: StageName, { linear }: Pick<FormulaContext, 'linear'>): boolean =>
  stageOf(stage).biased?.projections.some((name) => linear(name).bias !== null) ?? false;

/** Formula of a stage as a certain head computes it, with the head's actual divisor, cap, mask and biases. */
export function formulaOf(stage: StageName, context: FormulaContext): string {
  const { stages, scaling, trace, isMasked } = context;
  const { formula, biased } = stageOf(stage);
  if (biased && isBiased(stage, context)) return biased.formula;
  const root = dividedByRootOf(scaling);
  const factors = [
    ...(root === null ? [] : [root === trace.query.shape[1] ? '√d' : `√${root}`]),
    ...(scaling.temperature === 1 ? [] : ['T']),
  ];
  const divisor = factors.length > 1 ? `(${factors.join('·')})` : factors.join('');
  const divided = `Q·Kᵀ${divisor && ` / ${divisor}`}`;
  const isAfter = (name: StageName) => stages.includes(name) && indexOf(stage) > indexOf(name);
  return formula
    .replaceAll(/RoPE\((.)\)/g, (_, name: string) => rotatedName(context, name))
    .replace('Q·Kᵀ / √d', (isAfter('cap') ? `cap(${divided})` : divided) + (isAfter('bias') ? ' + B' : ''))
    .replace(' + M', isMasked ? ' + M' : '');
}

export const stageOf = (stage: StageName): Stage => STAGES[indexOf(stage)]!;

/** Cubic ease-out: maps a progress from 0 to 1 to an eased one, fast at first. */
export const easeOut = (progress: number): number => 1 - (1 - Math.min(1, Math.max(0, progress))) ** 3;

/** Progress, from 0 to 1, within the part of a stage that goes from `from` to `to` of the stage's progress. */
export const within = (progress: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (progress - from) / (to - from)));

/** Progress of a stage at a moment of the animation: 0 before the stage begins, 1 after it ends. */
export function stageProgress(moment: Moment, stage: StageName): number {
  const [current, index] = [indexOf(moment.stage), indexOf(stage)];
  if (current < index) return 0;
  return current > index ? 1 : moment.progress;
}
