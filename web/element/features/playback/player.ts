// Player of the animation: advances the animation's current moment with the clock.
import { mediaQuery } from '../../../ui/media-query.js';
import { BEGINNING, type Moment, type StageName } from '../../../view/stages.js';
import type { Timeline } from '../../../view/timeline.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

const STAGE_DURATION = 2500; // duration of a stage with reduced motion, in milliseconds

interface PlayerHost extends ReactiveControllerHost {
  moment: Moment;
  readonly timeline: Timeline;
  readonly speed: number;
}

export class Player implements ReactiveController {
  #frame = 0;
  #timer = 0;
  #last = 0;
  /** Stage at whose end playback pauses; null to play to the end. */
  #until: StageName | null = null;
  readonly #host: PlayerHost;

  constructor(host: PlayerHost) {
    this.#host = host;
    host.addController(this);
  }

  get playing(): boolean {
    return this.#frame !== 0 || this.#timer !== 0;
  }

  get #atEnd(): boolean {
    return this.#host.timeline.isOver(this.#host.moment);
  }

  play(): void {
    this.#until = null;
    if (this.playing) return;
    if (this.#atEnd) this.#host.moment = BEGINNING;
    if (mediaQuery('(prefers-reduced-motion: reduce)')?.matches) this.#showNextStage();
    else {
      this.#last = performance.now();
      this.#frame = requestAnimationFrame(this.#advance);
    }
    this.#host.requestUpdate();
  }

  /**
   * Plays the rest of the current stage, or the next stage if the current one has ended. If the animation is already
   * playing, jumps to the end of the stage and pauses.
   */
  playStage(): void {
    if (this.#atEnd) return;
    const end = this.#host.timeline.stepForward(this.#host.moment);
    if (this.playing || mediaQuery('(prefers-reduced-motion: reduce)')?.matches) {
      this.pause();
      this.#host.moment = end;
      return;
    }
    this.play();
    this.#until = end.stage;
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  pause(): void {
    if (!this.playing) return; // a unit test may have closed the DOM, after which there are no updates
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = 0;
    this.#timer = 0;
    this.#host.requestUpdate();
  }

  /** Shows a moment of the animation and pauses. */
  goTo(moment: Moment): void {
    this.pause();
    this.#host.moment = moment;
  }

  hostDisconnected(): void {
    this.pause();
  }

  readonly #advance = (now: number): void => {
    const { timeline, speed } = this.#host;
    const seconds = timeline.secondsAt(this.#host.moment) + ((now - this.#last) / 1000) * speed;
    this.#last = now;
    const until = this.#until && timeline.secondsAt({ stage: this.#until, progress: 1 });
    const isThere = until !== null && seconds >= until;
    this.#host.moment = isThere ? { stage: this.#until!, progress: 1 } : timeline.momentAt(seconds);
    if (isThere || this.#atEnd) this.pause();
    else this.#frame = requestAnimationFrame(this.#advance);
  };

  /** Jumps to the end of each stage in turn instead of animating it, for users who prefer reduced motion. */
  readonly #showNextStage = (): void => {
    this.#host.moment = this.#host.timeline.stepForward(this.#host.moment);
    if (this.#atEnd) this.pause();
    else this.#timer = window.setTimeout(this.#showNextStage, STAGE_DURATION / this.#host.speed);
  };
}
