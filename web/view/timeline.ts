// When each stage plays, in seconds from the start.
import { END, STAGE_NAMES, STAGES, indexOf, type Moment, type StageName } from './stages.js';

const SECONDS_PER_TOKEN = 0.7;

export interface TimelineOptions {
  /** How many tokens a decoder generates one by one in the first stage. Default: 0. */
  generatedTokens?: number;
  /** Whether there is a mask; without one its stage is passed over. Default: true. */
  isMasked?: boolean;
}

export class Timeline {
  readonly #generatedTokens: number;
  /** The stages that are played, in order. */
  readonly stages: readonly StageName[];

  constructor({ generatedTokens = 0, isMasked = true }: TimelineOptions = {}) {
    this.#generatedTokens = generatedTokens;
    this.stages = isMasked ? STAGE_NAMES : STAGE_NAMES.filter((name) => name !== 'mask');
  }

  /** How long a stage plays, in seconds. */
  secondsOf(stage: StageName): number {
    const { seconds } = STAGES[indexOf(stage)]!;
    return stage === 'tokens' ? Math.max(seconds, this.#generatedTokens * SECONDS_PER_TOKEN) : seconds;
  }

  /** Of the whole animation, in seconds. */
  get length(): number {
    return this.stages.reduce((sum, stage) => sum + this.secondsOf(stage), 0);
  }

  /** The index of the first stage that is played from this one on: itself, unless it is passed over. */
  #indexFrom(stage: StageName): number {
    return this.stages.findIndex((each) => indexOf(each) >= indexOf(stage));
  }

  /** Whether a stage is played. */
  plays(stage: StageName): boolean {
    return this.stages.includes(stage);
  }

  secondsAt({ stage, progress }: Moment): number {
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
    return END;
  }

  /** The end of this stage, or of the next one if this one has ended. */
  stepForward({ stage, progress }: Moment): Moment {
    const by = this.plays(stage) && progress >= 1 ? 1 : 0;
    return { stage: this.stages[this.#indexFrom(stage) + by] ?? END.stage, progress: 1 };
  }

  /** The end of the previous stage. */
  stepBack({ stage }: Moment): Moment {
    return { stage: this.stages[Math.max(0, this.#indexFrom(stage) - 1)]!, progress: 1 };
  }
}
