// Timeline of the animation: the start of each stage, in seconds.
import { COMMON_STAGES, END, STAGES, indexOf, shownMoment, type Moment, type StageName } from './stages.js';

const SECONDS_PER_TOKEN = 0.7;

export interface TimelineOptions {
  /** Number of tokens that a decoder generates one by one in the first stage. Default: 0. */
  generatedTokens?: number;
  /** Names of the stages of the model's attention. Default: COMMON_STAGES. */
  stages?: readonly StageName[] | undefined;
  /** True if the animation includes the mask stage. Default: true. */
  isMasked?: boolean;
  /** Last stage that the view shows; later stages are not played. Default: the last stage of the attention. */
  lastStage?: StageName | undefined;
}

export class Timeline {
  readonly #generatedTokens: number;
  readonly #all: readonly StageName[];
  /** Names of the stages that are played, in order. */
  readonly stages: readonly StageName[];
  readonly end: Moment;

  constructor({
    generatedTokens = 0,
    stages = COMMON_STAGES,
    isMasked = true,
    lastStage = END.stage,
  }: TimelineOptions = {}) {
    this.#generatedTokens = generatedTokens;
    this.#all = stages;
    this.stages = stages.filter((name) => (isMasked || name !== 'mask') && indexOf(name) <= indexOf(lastStage));
    this.end = { stage: lastStage, progress: 1 };
  }

  /** The moment that the view displays, limited by `shownMoment` to the stages that exist. */
  shown(moment: Moment): Moment {
    return shownMoment(moment, this.#all, this.end.stage);
  }

  isOver(moment: Moment): boolean {
    const { stage, progress } = this.shown(moment);
    return stage === this.end.stage && progress >= 1;
  }

  secondsOf(stage: StageName): number {
    const { seconds } = STAGES[indexOf(stage)]!;
    return stage === 'tokens' ? Math.max(seconds, this.#generatedTokens * SECONDS_PER_TOKEN) : seconds;
  }

  /** Duration of the animation in seconds. */
  get length(): number {
    return this.stages.reduce((sum, stage) => sum + this.secondsOf(stage), 0);
  }

  /** Index, among the played stages, of the first that is not before a given stage. */
  #indexFrom(stage: StageName): number {
    return this.stages.findIndex((each) => indexOf(each) >= indexOf(stage));
  }

  plays(stage: StageName): boolean {
    return this.stages.includes(stage);
  }

  secondsAt(moment: Moment): number {
    const { stage, progress } = this.shown(moment);
    const before = this.stages.slice(0, this.#indexFrom(stage));
    const within = this.plays(stage) ? progress * this.secondsOf(stage) : 0;
    return before.reduce((sum, each) => sum + this.secondsOf(each), 0) + within;
  }

  momentAt(seconds: number): Moment {
    let rest = Math.max(0, seconds);
    for (const stage of this.stages) {
      const length = this.secondsOf(stage);
      if (rest < length) return { stage, progress: rest / length };
      rest -= length;
    }
    return this.end;
  }

  /** Moment at the end of the current stage; if that stage has ended, at the end of the next one. */
  stepForward(moment: Moment): Moment {
    const { stage, progress } = this.shown(moment);
    const by = this.plays(stage) && progress >= 1 ? 1 : 0;
    return { stage: this.stages[this.#indexFrom(stage) + by] ?? this.end.stage, progress: 1 };
  }

  /** Moment at the end of the stage before the current one. */
  stepBack(moment: Moment): Moment {
    const { stage } = this.shown(moment);
    return { stage: this.stages[Math.max(0, this.#indexFrom(stage) - 1)]!, progress: 1 };
  }
}
