// When each stage plays, in seconds from the start.
import { END, indexOf, STAGE_NAMES, STAGES, type Moment, type StageName } from './stages.js';

const SECONDS_PER_TOKEN = 0.7;

export class Timeline {
  readonly #generatedTokens: number;

  /** @param generatedTokens how many tokens a decoder generates one by one in the first stage; 0 where it generates none */
  constructor(generatedTokens = 0) {
    this.#generatedTokens = generatedTokens;
  }

  /** How long a stage plays, in seconds. */
  secondsOf(stage: StageName): number {
    const { seconds } = STAGES[indexOf(stage)]!;
    return stage === 'tokens' ? Math.max(seconds, this.#generatedTokens * SECONDS_PER_TOKEN) : seconds;
  }

  /** Of the whole animation, in seconds. */
  get length(): number {
    return STAGE_NAMES.reduce((sum, stage) => sum + this.secondsOf(stage), 0);
  }

  secondsAt({ stage, progress }: Moment): number {
    const before = STAGE_NAMES.slice(0, indexOf(stage));
    return before.reduce((sum, each) => sum + this.secondsOf(each), 0) + progress * this.secondsOf(stage);
  }

  momentAt(seconds: number): Moment {
    let rest = Math.max(0, seconds);
    for (const stage of STAGE_NAMES) {
      const length = this.secondsOf(stage);
      if (rest < length) return { stage, progress: rest / length };
      rest -= length;
    }
    return END;
  }
}
