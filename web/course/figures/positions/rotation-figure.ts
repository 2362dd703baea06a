// Figure on rotary positions: query and key are rotated by their positions, and their score depends only on the
// distance between the positions.
import { besideStyles } from '../parts/beside.js';
import { css, html, svg, type TemplateResult } from 'lit';
import { decimal } from '../../facts.js';
import { figureStyles, MeasuredFigure } from '../figure.js';
import { rotaryPositions } from '../../../engine/attention/positions.js';
import { slider } from '../parts/slider.js';
import { tensor, type Tensor } from '../../../engine/core/tensor.js';
import type { Engine } from '../../../engine/index.js';
import type { Outcome } from '../../step.js';

type Position = readonly [query: number, key: number];

const QUERY = [2, 1] as const;
const KEY = [2.5, -1] as const;
const LAST = 12;
const [OPENED, GOAL]: readonly Position[] = [
  [2, 0],
  [7, 5],
] as const;

/** Half the width of the drawn plane in units of the vectors, and pixels per unit. */
const [HALF, UNIT] = [3.2, 40];

/** Vector rotated by the angle of a position, as a tensor [1, 1, 1, 2]. */
const rotated = (vector: readonly [number, number], position: number): Tensor =>
  rotaryPositions(tensor(vector, [1, 1, 1, 2]), { offset: position });

/** Attention score of the query and the key, each rotated by its position. */
function scoreOf(engine: Engine, [query, key]: Position): number {
  const [q, k] = [rotated(QUERY, query), rotated(KEY, key)];
  return engine.traceAttention(q, k, k).scores.data[0]!;
}

export class RotationFigure extends MeasuredFigure {
  static override properties = { ...MeasuredFigure.properties, at: { state: true } };
  static override styles = [
    figureStyles,
    besideStyles,
    css`
      .arrow {
        stroke-width: 3;
      }
      .was {
        opacity: 0.35;
        stroke-dasharray: 3 3;
      }
      svg .name {
        font-size: 15px;
      }
    `,
  ];
  declare at: Position;

  constructor() {
    super();
    Object.assign(this, { at: OPENED });
  }

  protected override outcomeBy(engine: Engine): Outcome | null {
    const [opened, now] = [scoreOf(engine, OPENED!), scoreOf(engine, this.at)];
    if (this.at.some((position, index) => position !== GOAL![index])) return null;
    const facts = {
      opened: decimal(opened),
      now: decimal(now),
      apart: decimal(scoreOf(engine, [GOAL![0], OPENED![1]])),
    };
    const change = now - opened;
    return { facts, right: Math.abs(change) < 0.01 ? 1 : change > 0 ? 0 : 2 };
  }

  #move(at: Position): void {
    this.at = at;
    this.measure();
  }

  #plane(): TemplateResult {
    const { plane } = this.texts.figures.rotation;
    const x = (value: number) => UNIT * (HALF + value);
    const y = (value: number) => UNIT * (HALF - value);
    const arrow = ([right, up]: Iterable<number> & ArrayLike<number>, color: string, wasAt: boolean) =>
      svg`<line x1=${x(0)} y1=${y(0)} x2=${x(right!)} y2=${y(up!)} stroke="var(${color})" class="arrow ${wasAt ? 'was' : ''}" />
        ${wasAt ? '' : svg`<circle cx=${x(right!)} cy=${y(up!)} r="6" fill="var(${color})" />`}`;
    const named = (name: string, data: Float32Array) =>
      svg`<text class="name" x=${x(1.13 * data[0]!)} y=${y(1.13 * data[1]!) + 5} text-anchor="middle">${name}</text>`;
    const [q, k] = [rotated(QUERY, this.at[0]).data, rotated(KEY, this.at[1]).data];
    return html`<svg viewBox="0 0 ${2 * HALF * UNIT} ${2 * HALF * UNIT}" role="img" aria-label=${plane}>
      <line x1="0" x2=${2 * HALF * UNIT} y1=${y(0)} y2=${y(0)} class="grid" />
      <line y1="0" y2=${2 * HALF * UNIT} x1=${x(0)} x2=${x(0)} class="grid" />
      ${arrow(QUERY, '--_spotlight-query', true)} ${arrow(KEY, '--_spotlight-key', true)}
      ${arrow(q, '--_spotlight-query', false)} ${arrow(k, '--_spotlight-key', false)} ${named('q', q)} ${named('k', k)}
    </svg>`;
  }

  protected override render(): TemplateResult {
    const { engine } = this;
    const texts = this.texts.figures.rotation;
    const [query, key] = this.at;
    const of = (data: Float32Array) => `(${[...data].map((value) => decimal(value)).join(', ')})`;
    const row = (name: string, before: readonly number[], after: string) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>(${before.join(', ').replace('-', '−')})</td>
        <td>${after}</td>
      </tr>`;
    return html`<div class="beside">
        ${this.#plane()}
        <div>
          ${slider(texts.query, query, [0, LAST], (position) => this.#move([position, key]))}
          ${slider(texts.key, key, [0, LAST], (position) => this.#move([query, position]))}
          <table>
            <thead>
              <tr>
                <td></td>
                <th scope="col">${texts.before}</th>
                <th scope="col">${texts.after}</th>
              </tr>
            </thead>
            ${row('q', QUERY, of(rotated(QUERY, query).data))} ${row('k', KEY, of(rotated(KEY, key).data))}
          </table>
          <p>${texts.score} <b>${engine ? decimal(scoreOf(engine, this.at)) : '…'}</b></p>
        </div>
      </div>
      <p class="hint">${texts.note}</p>`;
  }
}
