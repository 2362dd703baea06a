// When the stages play, in seconds from the start.
import { indexOf, STAGE_NAMES, STAGES, type Moment, type StageName } from './stages.js';

const PIECE = 0.7; // seconds to write one

export class Timeline {
  readonly #pieces: number;

  /** @param pieces of the text that is written one by one in the first stage, as a decoder does; 0: all are there */
  constructor(pieces = 0) {
    this.#pieces = pieces;
  }

  /** How long a stage plays. */
  secondsOf(stage: StageName): number {
    const { seconds } = STAGES[indexOf(stage)]!;
    return stage === 'tokens' ? Math.max(seconds, this.#pieces * PIECE) : seconds;
  }

  get length(): number {
    return STAGE_NAMES.reduce((sum, stage) => sum + this.secondsOf(stage), 0);
  }

  secondsAt({ stage, time }: Moment): number {
    const before = STAGE_NAMES.slice(0, indexOf(stage));
    return before.reduce((sum, each) => sum + this.secondsOf(each), 0) + time * this.secondsOf(stage);
  }

  momentAt(seconds: number): Moment {
    let rest = Math.max(0, seconds);
    for (const stage of STAGE_NAMES) {
      const length = this.secondsOf(stage);
      if (rest < length) return { stage, time: rest / length };
      rest -= length;
    }
    return { stage: 'merge', time: 1 };
  }
}
