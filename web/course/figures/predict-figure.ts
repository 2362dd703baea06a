// First a guess, then the numbers: what happens to the weights of this head when the scale is taken away?
import { html, nothing, type TemplateResult } from 'lit';
import { Figure } from '../figure.js';
import type { Tensor } from '../../engine/index.js';

const GUESSES = ['sharper', 'same', 'flatter'] as const;
type Guess = (typeof GUESSES)[number];

/** How much the largest weight of a row is, on average. */
function meanLargest({ data, shape }: Tensor): number {
  const [rows, columns] = shape as [number, number];
  let sum = 0;
  for (let row = 0; row < rows; row++) sum += Math.max(...data.subarray(row * columns, (row + 1) * columns));
  return sum / rows;
}

/** What a change of the largest weight is called; less than half a percent is none. */
const guessFor = (before: number, after: number): Guess =>
  Math.abs(after - before) < 0.005 ? 'same' : after > before ? 'sharper' : 'flatter';

export class PredictFigure extends Figure {
  static override properties = { ...Figure.properties, guess: { state: true }, seen: { state: true } };
  declare guess: Guess | null;
  declare seen: { before: number; after: number } | null;

  constructor() {
    super();
    Object.assign(this, { guess: null, seen: null });
  }

  async #look(): Promise<void> {
    const { spotlight } = this;
    const measure = async (scale: boolean) => {
      spotlight.state = { scale };
      await spotlight.updateComplete;
      const { trace } = spotlight;
      return trace ? meanLargest(trace.weights) : Number.NaN;
    };
    const before = await measure(true);
    this.seen = { before, after: await measure(false) };
    this.done();
  }

  protected override render(): TemplateResult {
    const texts = this.texts.predict;
    const { seen, guess } = this;
    const right = seen && guessFor(seen.before, seen.after);
    return html`<fieldset>
        <legend>${texts.question}</legend>
        ${GUESSES.map(
          (each) =>
            html`<label>
              <input
                type="radio"
                name="guess"
                ?disabled=${seen !== null}
                .checked=${guess === each}
                @change=${() => (this.guess = each)}
              />
              ${texts.guesses[each]}
            </label>`,
        )}
      </fieldset>
      <p>
        <button ?disabled=${guess === null || seen !== null} @click=${() => void this.#look()}>${texts.look}</button>
      </p>
      <p role="status">
        ${
          seen && right
            ? html`<span class=${guess === right ? 'right' : 'wrong'}
                  >${guess === right ? texts.right : texts.wrong(texts.guesses[right])}</span
                >
                ${texts.numbers(seen.before.toFixed(3), seen.after.toFixed(3))}`
            : nothing
        }
      </p>`;
  }
}
