// Graph of paths: curves from tokens to the heads that attend to them, and from these heads to the answer. Negative
// paths are dashed.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { isSameHead, type HeadRef } from '../../../engine/transformer/head-ref.js';
import { pathGraph, type Path, type TokenRef } from './path-graph.js';
import { truncated } from '../../maps/matrix-layout.js';
import type { Shown } from '../../element/shown.js';

export interface DrawnPaths {
  readonly paths: readonly Path[];
  readonly textOf: (token: TokenRef) => string;
  readonly answer: string;
  readonly largest: number;
}

/** Widths, in pixels, of the labels of tokens, of heads, and of the answer. */
const [TOKEN, HEAD, ANSWER] = [96, 56, 84];
const [WIDEST, TOP] = [9, 28];
const MOST_WIDTH = 860;

export function pathChart(shown: Shown, { paths, textOf, answer, largest }: DrawnPaths): TemplateResult {
  const { texts, head: marked, point } = shown;
  const isPointed = marked !== shown.inspection.state.head;
  const width = Math.min(shown.width, MOST_WIDTH);
  const graph = pathGraph(paths);
  const heads = TOKEN + (width - TOKEN - ANSWER - HEAD) / 2;
  const [afterHead, end] = [heads + HEAD, width - ANSWER];
  const isMarked = (at: HeadRef) => marked !== null && isSameHead(at, marked);
  const hasAside = isPointed && graph.heads.some(({ of }) => isMarked(of));
  const stroke = (value: number) => Math.max(1, (WIDEST * Math.abs(value)) / largest);
  const curve = (from: readonly [number, number], to: readonly [number, number], value: number, at: HeadRef) => {
    const middle = (from[0] + to[0]) / 2;
    const kind = `path ${value >= 0 ? 'for' : 'against'}${hasAside && !isMarked(at) ? ' aside' : ''}`;
    return svg`<path class=${kind} stroke-width=${stroke(value)} @pointerenter=${() => point(at)}
      d="M${from[0]} ${from[1]}C${middle} ${from[1]} ${middle} ${to[1]} ${to[0]} ${to[1]}"></path>`;
  };
  const label = (x: number, y: number, text: string, anchor: string, isOwn = false): SVGTemplateResult =>
    svg`<text class=${isOwn ? 'tick current' : 'tick'} x=${x} y=${y + 4} text-anchor=${anchor}>${text}</text>`;
  return html`<div class="paths" @pointerleave=${() => point(null)}>
    <svg width=${width} height=${TOP + graph.height + 4} aria-hidden="true">
      ${label(TOKEN - 10, 9, texts.paths.token, 'end')}${label(heads + HEAD / 2, 9, texts.paths.head, 'middle')}
      ${label(end + 10, 9, texts.paths.answer, 'start')}
      <g transform="translate(0 ${TOP})">
        ${paths.map(({ at, value }, index) => curve([TOKEN, graph.ends[index]![0]], [heads, graph.ends[index]![1]], value, at))}
        ${graph.heads.map(({ of, y, value }) => curve([afterHead, y], [end, graph.answer], value, of))}
        ${graph.tokens.map(({ of, y }) => label(TOKEN - 10, y, truncated(textOf(of), TOKEN - 10), 'end'))}
        ${graph.heads.map(
          ({ of, y }) =>
            svg`<g class="node" @click=${() => shown.inspection.select(of)} @pointerenter=${() => point(of)}>
              <rect class="sheet" x=${heads} y=${y - 11} width=${HEAD} height="22"></rect>
              ${isMarked(of) ? svg`<rect class="outline" x=${heads} y=${y - 11} width=${HEAD} height="22"></rect>` : nothing}
              ${label(heads + HEAD / 2, y, texts.paths.short(of.layer + 1, of.head + 1), 'middle', isMarked(of))}
            </g>`,
        )}
        ${label(end + 10, graph.answer, truncated(answer, ANSWER - 10), 'start', true)}
      </g>
    </svg>
  </div>`;
}
