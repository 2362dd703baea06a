// Base classes and styles of the course's figures (interactive illustrations, some with a task).
import { css, LitElement, type CSSResult, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { buttons } from '../../ui/styles/buttons.js';
import { termStyles } from '../../ui/styles/terms.js';
import { visuallyHidden } from '../../ui/styles/visually-hidden.js';
import { withTerms } from '../../ui/terms.js';
import { sharedEngine } from '../../element/source/shared-engine.js';
import type { AttentionSpotlight } from '../../element/index.js';
import type { Run } from '../../engine/transformer/run.js';
import type { Engine } from '../../engine/index.js';
import type { CourseTexts } from '../texts.js';
import type { Outcome } from '../step.js';

const figures: CSSResult = css`
  :host {
    display: block;
    width: 100%;
    max-width: 720px;
    margin: 0 auto;
    font-size: 15px;
    line-height: 1.5;
  }
  /* A wide screen has space for a larger figure. */
  @media (min-width: 1000px) {
    :host {
      max-width: 820px;
      font-size: 17px;
    }
  }
  @container (min-width: 1100px) {
    :host {
      max-width: 1040px;
      font-size: 21px;
    }
  }
  @container (min-width: 1500px) {
    :host {
      max-width: 1440px;
      font-size: 28px;
    }
  }
  .visually-hidden {
    ${visuallyHidden}
  }
  h3 {
    margin: 0 0 8px;
    font-size: 17px;
  }
  p {
    margin: 0 0 10px;
  }
  .choice {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  button[aria-pressed='true'] {
    border-color: var(--_spotlight-accent);
    background: var(--_spotlight-accent);
    color: var(--_spotlight-on-accent);
    font-weight: 700;
  }
  button:disabled {
    opacity: 0.5;
    cursor: default;
  }
  figure {
    margin: 0 0 10px;
  }
  table + figure {
    margin-top: 12px;
  }
  figcaption {
    margin-bottom: 4px;
    font-weight: 600;
  }
  svg text {
    fill: var(--_spotlight-muted);
    font-size: 12px;
  }
  .grid {
    stroke: var(--_spotlight-line);
  }
  .mark {
    stroke: var(--_spotlight-text);
    stroke-dasharray: 2 3;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
    margin: 0;
    padding: 0;
    list-style: none;
    color: var(--_spotlight-muted);
    font-size: 0.87em;
  }
  table {
    border-collapse: collapse;
    width: 100%;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 3px 6px;
    text-align: left;
    vertical-align: baseline; /* of a button and of the numbers beside it */
  }
  thead th,
  th .hint {
    color: var(--_spotlight-muted);
    font-weight: 400;
  }
  .bars th,
  .bars td {
    padding-block: 0;
    font-size: 0.87em;
    line-height: 1.45;
  }
  .bars th {
    width: 8em;
    font-weight: 400;
    white-space: nowrap;
  }
  .bars td:last-child {
    width: 4em;
    text-align: right;
  }
  .bars td {
    vertical-align: middle;
  }
  sup {
    line-height: 0;
  }
  .bars span {
    display: block;
    min-width: 1px;
    height: 12px;
    border-radius: 3px;
  }
  label {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    min-height: 32px;
  }
  /* Names of stacked sliders, aligned in one column. */
  .named {
    min-width: 7.2em;
  }
  input[type='range'] {
    flex: 1;
    min-width: 120px;
    accent-color: var(--_spotlight-accent);
  }
  input[type='radio'],
  input[type='checkbox'] {
    width: 18px;
    height: 18px;
    accent-color: var(--_spotlight-accent);
  }
  button {
    min-height: 34px;
    padding: 0 12px;
  }
  /* What the step's task asks for. */
  .primary {
    min-height: 40px;
    padding: 0 24px;
    border-color: var(--_spotlight-accent);
    background: var(--_spotlight-accent);
    color: var(--_spotlight-on-accent);
    font-size: 17px;
    font-weight: 700;
  }
  .charts {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr));
    gap: 8px 22px;
    margin-top: 14px;
  }
  .hint {
    color: var(--_spotlight-muted);
    font-size: 0.87em;
  }
  .right {
    color: var(--_spotlight-value);
    font-weight: 700;
  }
  .wrong {
    color: var(--_spotlight-positive);
    font-weight: 700;
  }
  .scroll {
    overflow-x: auto;
    overflow-wrap: normal;
  }
  .scroll table {
    min-width: 330px;
  }
  .scroll .wide {
    min-width: 640px;
  }
`;

export const figureStyles: CSSResult[] = [buttons, figures, termStyles];

export class Figure extends LitElement {
  static override properties = {
    texts: { attribute: false },
    spotlight: { attribute: false },
    run: { attribute: false },
    done: { attribute: false },
    training: { attribute: false },
    isAsked: { attribute: false },
  };
  static override styles: CSSResultGroup = figureStyles;

  declare texts: CourseTexts;
  declare spotlight: AttentionSpotlight;
  declare run: Run | null;
  /** Names of the course steps that the learner has completed, such as 'it.2'. */
  declare done: ReadonlySet<string>;
  /** URL of the training page; null if the site has none. */
  declare training: string | null;
  /** True until the learner has answered the question of the step. A figure can hide the answer until then. */
  declare isAsked: boolean;

  /** Renders a text in which the terms of the glossary are explained. */
  protected explained(text: string): TemplateResult[] {
    return withTerms(text, { glossary: this.texts.glossary });
  }

  /** Reports the outcome of the figure's task to the course; null if the task is not done. */
  protected setOutcome(outcome: Outcome | null): void {
    this.dispatchEvent(new CustomEvent('outcome', { detail: outcome }));
  }
}

export abstract class FollowingFigure extends Figure {
  readonly #follow = () => this.follow();

  override connectedCallback(): void {
    super.connectedCallback();
    this.spotlight.addEventListener('statechange', this.#follow);
    this.follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.spotlight.removeEventListener('statechange', this.#follow);
  }

  /**
   * Updates the figure: called at the beginning, and after each change of the <attention-spotlight> element's state.
   */
  protected abstract follow(): void;
}

/** A figure that computes with the attention engine while it renders. */
export class EngineFigure extends Figure {
  static override properties = { ...Figure.properties, engine: { state: true } };

  /** The attention engine; null until it is loaded. */
  declare engine: Engine | null;

  constructor() {
    super();
    this.engine = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void sharedEngine().then((engine) => (this.engine = engine));
  }
}

/**
 * A figure whose outcome depends on a choice of the learner. The outcome is computed once the engine is loaded, even if
 * the learner chooses before.
 */
export abstract class MeasuredFigure extends EngineFigure {
  /** Outcome of the learner's current choice; null if the choice does not complete the task. */
  protected abstract outcomeBy(engine: Engine): Outcome | null;

  protected measure(): void {
    if (this.engine) this.setOutcome(this.outcomeBy(this.engine));
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('engine')) this.measure();
  }
}
