// Animates the change from the previous attention weights to the current ones. Arcs grow when weights first appear, and
// change smoothly when a token of the text is replaced.
import { mediaQuery } from '../../ui/media-query.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Transition, ViewModelData } from '../../view/view-model.js';

const DURATION = 900; // duration in milliseconds

/** The displayed attention weights of one query token. */
interface Shown {
  row: number;
  query: string;
  keys: readonly string[];
  weights: Float32Array;
}

const isSameQuery = (one: Shown, other: Shown): boolean => one.row === other.row && one.query === other.query;

const isSame = (one: Shown, other: Shown): boolean =>
  isSameQuery(one, other) &&
  one.weights.length === other.weights.length &&
  one.weights.every((weight, key) => weight === other.weights[key]);

/** Previous weights of the keys whose token and position have not changed; 0 for the other keys. */
const weightsBefore = (before: Shown, { keys }: Shown): number[] =>
  keys.map((key, index) => (before.keys[index] === key ? before.weights[index]! : 0));

const rowOf = ({ weights: { data }, queryTokens, keyTokens, selection: { row } }: ViewModelData): Shown => ({
  row,
  query: queryTokens[row]!,
  keys: keyTokens,
  weights: data.slice(row * keyTokens.length, (row + 1) * keyTokens.length),
});

export class TransitionController implements ReactiveController {
  #shown: Shown | null = null;
  #from: Transition['from'] = null;
  #began = 0;
  #frame = 0;
  readonly #paint: () => void;

  /** @param paint draws the scene again with the transition's current progress */
  constructor(host: ReactiveControllerHost, paint: () => void) {
    this.#paint = paint;
    host.addController(this);
  }

  /** The current transition; null if none is running. */
  get transition(): Transition | null {
    if (this.#frame === 0) return null;
    return { share: Math.min(1, (performance.now() - this.#began) / DURATION), from: this.#from };
  }

  /**
   * Starts a transition if the displayed weights have changed.
   * @param viewModel view model of the scene; null if nothing is shown
   */
  show(viewModel: ViewModelData | null): void {
    const shown = viewModel && rowOf(viewModel);
    const before = this.#shown;
    this.#shown = shown;
    if (!shown || (before && isSame(before, shown))) {
      if (!shown) this.#stop();
      return;
    }
    this.#stop();
    if (mediaQuery('(prefers-reduced-motion: reduce)')?.matches) return;
    // When another query token is selected, there are no previous weights to animate from: its arcs grow from the
    // beginning.
    this.#from = before && isSameQuery(before, shown) ? weightsBefore(before, shown) : null;
    this.#began = performance.now();
    this.#frame = requestAnimationFrame(this.#advance);
  }

  hostDisconnected(): void {
    this.#stop();
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  readonly #advance = (): void => {
    const isOver = performance.now() - this.#began >= DURATION;
    this.#frame = isOver ? 0 : requestAnimationFrame(this.#advance);
    this.#paint();
  };
}
