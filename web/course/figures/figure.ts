// What the figures of the course have in common: their properties and how they look.
import { css, LitElement, type CSSResult, type CSSResultGroup } from 'lit';
import { buttons } from '../../ui/styles/buttons.js';
import type { AttentionSpotlight } from '../../element/index.js';
import type { Run } from '../../engine/model/run.js';
import type { CourseTexts } from '../messages/index.js';

const figures: CSSResult = css`
  :host {
    display: block;
    font-size: 14px;
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
    font-size: 10.5px;
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
    font-size: 13px;
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
    vertical-align: top;
  }
  thead th {
    color: var(--_spotlight-muted);
    font-weight: 400;
  }
  .bars th,
  .bars td {
    padding-block: 0;
    font-size: 13px;
    line-height: 1.45;
  }
  .bars th {
    width: 5.5em;
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
  .hint {
    color: var(--_spotlight-muted);
    font-size: 13px;
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

export const figureStyles: CSSResult[] = [buttons, figures];

export class Figure extends LitElement {
  static override properties = {
    texts: { attribute: false },
    spotlight: { attribute: false },
    run: { attribute: false },
  };
  static override styles: CSSResultGroup = figureStyles;

  declare texts: CourseTexts;
  /** The element beside the course. */
  declare spotlight: AttentionSpotlight;
  /** What the element shows. */
  declare run: Run | null;

  /** Tells the course that the learner has done what the figure asks for. */
  protected done(): void {
    this.dispatchEvent(new CustomEvent('done'));
  }
}
