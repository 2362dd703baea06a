// Writes a scene as SVG, with the same marks as on the canvas.
import { MONO, SANS } from '../marks/fonts.js';
import type { CellsMark, Layer, Mark, PathMark, RectMark, Scene, TextMark } from '../scene.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for markup and removes characters that XML forbids. */
export const escaped = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

const number = (value: number): string => String(Math.round(value * 100) / 100);

const attributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? number(value) : escaped(value!)}"`)
    .join('');

const opacityOf = ({ opacity }: Mark): number | undefined =>
  opacity === undefined || opacity === 1 ? undefined : opacity;

const rect = (mark: RectMark): string =>
  `<rect${attributes({
    class: mark.role,
    x: mark.x,
    y: mark.y,
    width: mark.width,
    height: mark.height,
    rx: mark.radius,
    fill: mark.fill ?? 'none',
    stroke: mark.stroke,
    'stroke-width': mark.stroke ? (mark.lineWidth ?? 1) : undefined,
    'stroke-dasharray': mark.dash?.join(' '),
    opacity: opacityOf(mark),
  })}/>`;

const path = (mark: PathMark): string => {
  const point = ({ x, y }: { x: number; y: number }) => `${number(x)} ${number(y)}`;
  const curves = mark.curves.map(({ c1, c2, to }) => `C${point(c1)} ${point(c2)} ${point(to)}`);
  return `<path${attributes({
    class: mark.role,
    d: `M${point(mark.from)}${curves.join('')}`,
    fill: mark.fill ?? 'none',
    stroke: mark.stroke,
    'stroke-width': mark.stroke ? (mark.lineWidth ?? 1) : undefined,
    'stroke-linecap': 'round',
    opacity: opacityOf(mark),
  })}/>`;
};

const ANCHORS = { left: 'start', center: 'middle', right: 'end' } as const;

const text = (mark: TextMark): string =>
  `<text${attributes({
    class: mark.role,
    x: mark.x,
    y: mark.y,
    'font-size': mark.size,
    'font-family': mark.mono ? MONO : undefined,
    'font-weight': mark.bold ? '600' : undefined,
    fill: mark.fill,
    'text-anchor': ANCHORS[mark.align],
    'dominant-baseline': 'central',
    transform: mark.turn ? `rotate(${mark.turn} ${number(mark.x)} ${number(mark.y)})` : undefined,
    stroke: mark.halo,
    'stroke-width': mark.halo ? 4 : undefined,
    'stroke-linejoin': mark.halo ? 'round' : undefined,
    'paint-order': mark.halo ? 'stroke' : undefined,
    opacity: opacityOf(mark),
  })}>${escaped(mark.text)}</text>`;

/** Writes the cells of a heat map. Adjacent cells of the same color in a row become one rectangle. */
function cells({ role, x, y, width, height, rows, columns, colors, opacity = 1 }: CellsMark): string {
  const [cellWidth, cellHeight] = [width / columns, height / rows];
  const parts: string[] = [];
  for (let row = 0; row < rows; row++) {
    for (let from = 0, to = 1; from < columns; from = to++) {
      const at = (row * columns + from) * 4;
      const same = (column: number) =>
        [0, 1, 2, 3].every((channel) => colors[(row * columns + column) * 4 + channel] === colors[at + channel]);
      while (to < columns && same(to)) to++;
      const alpha = (colors[at + 3]! / 255) * opacity;
      if (alpha === 0) continue;
      parts.push(
        `<rect${attributes({
          x: x + from * cellWidth,
          y: y + row * cellHeight,
          width: (to - from) * cellWidth,
          height: cellHeight,
          fill: `rgb(${colors[at]},${colors[at + 1]},${colors[at + 2]})`,
          opacity: alpha === 1 ? undefined : alpha,
        })}/>`,
      );
    }
  }
  // The attribute shape-rendering prevents hairlines between adjacent cells.
  return `<g${attributes({ class: role })} shape-rendering="crispEdges">${parts.join('')}</g>`;
}

function element(mark: Mark): string {
  switch (mark.kind) {
    case 'rect':
      return rect(mark);
    case 'text':
      return text(mark);
    case 'path':
      return path(mark);
    case 'cells':
      return cells(mark);
  }
}

function layer({ clip, marks }: Layer, index: number): string {
  const { x, y, width, height } = clip;
  return (
    `<clipPath id="layer-${index}"><rect${attributes({ x, y, width, height })}/></clipPath>` +
    `<g clip-path="url(#layer-${index})">${marks.map(element).join('')}</g>`
  );
}

/** Writes a scene as an SVG file. @param title accessible name of the image */
export function toSvg({ width, height, layers, fonts = SANS }: Scene, background: string, title: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg"${attributes({ width, height, viewBox: `0 0 ${number(width)} ${number(height)}` })}` +
    `${attributes({ 'font-family': fonts, role: 'img' })}><title>${escaped(title)}</title>` +
    `<rect${attributes({ width, height, fill: background })}/>${layers.map(layer).join('')}</svg>`
  );
}
