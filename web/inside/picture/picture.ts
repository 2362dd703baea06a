// Converts a part of the page to an SVG file: its boxes, its lines of text and its drawings, in the layout of the
// browser. It works for any view of “Look inside”, without code in the view.
import { escaped, rectangle, tag, type Box } from './drawing.js';
import { gradientOf, inColor } from './colors.js';
import { linesOf } from './text-lines.js';
import { standingAlone } from './svg-part.js';

export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

export interface Caption {
  readonly lines: readonly string[];
  /** Facts of the caption as JSON, for the metadata of the image file. */
  readonly about: object;
}

/** Selector of elements that the image leaves out: controls, menus, and texts for screen readers. */
const LEFT_OUT = '.visually-hidden, .task, details, progress, input, script, style, [popover]';
const MARGIN = 16;
const LINE = 20;
const CAPTION_FONT = 13;
const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;

/** Converts an element of the page to an SVG picture, with a caption below it. @param element a rendered element */
export function pictureOf(element: Element, { lines, about }: Caption): Picture {
  const box = element.getBoundingClientRect();
  const drawing = new Drawing(box.x - MARGIN, box.y - MARGIN);
  drawing.add(element);
  const style = getComputedStyle(element);
  const fontOfCaption = { 'font-family': style.fontFamily, 'font-size': CAPTION_FONT };
  const width = Math.ceil(Math.max(drawing.right, box.width + MARGIN) + MARGIN);
  const written = lines.flatMap((line) => wrappedLines(line, width - 2 * MARGIN, style.fontFamily));
  const top = Math.ceil(drawing.bottom + MARGIN);
  const caption = written.map((line, at) =>
    tag(
      'text',
      { x: MARGIN, y: top + (at + 1) * LINE, ...fontOfCaption, ...inColor('fill', style.color) },
      escaped(line),
    ),
  );
  const height = top + written.length * LINE + MARGIN;
  const background = rectangle({ x: 0, y: 0, width, height }, { ...inColor('fill', backgroundOf(element)) });
  const parts = [
    tag('title', {}, escaped(lines[0] ?? '')),
    tag('metadata', {}, escaped(JSON.stringify(about))),
    drawing.definitions === '' ? '' : tag('defs', {}, drawing.definitions),
    background,
    drawing.body,
    ...caption,
  ];
  const xmlns = 'http://www.w3.org/2000/svg';
  const digits = `font-variant-numeric:${style.fontVariantNumeric};font-variant-east-asian:${style.fontVariantEastAsian}`;
  const svg = tag('svg', { xmlns, width, height, viewBox: `0 0 ${width} ${height}`, style: digits }, parts.join('\n'));
  return { svg: `${svg}\n`, width, height };
}

/** Background color of an element, or of its nearest ancestor that has one. */
function backgroundOf(element: Element): string {
  for (let each: Node | null = element; each; each = each.parentNode ?? (each as Partial<ShadowRoot>).host ?? null) {
    if (!(each instanceof Element)) continue;
    const { backgroundColor } = getComputedStyle(each);
    if (inColor('fill', backgroundColor)) return backgroundColor;
  }
  return 'rgb(255, 255, 255)';
}

class Drawing {
  body = '';
  definitions = '';
  /** Right edge, in the picture, of what has been drawn so far. */
  right = 0;
  /** Bottom edge, in the picture, of what has been drawn so far. */
  bottom = 0;
  readonly #x: number;
  readonly #y: number;
  #ids = 0;

  /** Creates an empty drawing. @param x, y page coordinates of the drawing's top left corner */
  constructor(x: number, y: number) {
    this.#x = x;
    this.#y = y;
  }

  add(element: Element): void {
    if (element.matches(LEFT_OUT)) return;
    const style = getComputedStyle(element);
    const box = this.#boxOf(element.getBoundingClientRect());
    if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return;
    if (element instanceof SVGSVGElement) {
      this.#addSvg(element, box);
      return;
    }
    this.#addBox(style, box);
    const clips = ['hidden', 'clip'].includes(style.overflowX) && box.width > 0;
    if (clips)
      this.body += `<g clip-path="url(#${this.#define((id) => tag('clipPath', { id }, rectangle(box, {})))})">`;
    if (element instanceof HTMLSelectElement) this.#addText(element.selectedOptions[0]?.text ?? '', box, style, 6);
    else for (const child of element.childNodes) this.#addChild(child, style);
    if (clips) this.body += '</g>';
  }

  #addChild(child: ChildNode, style: CSSStyleDeclaration): void {
    if (child instanceof Element) this.add(child);
    else if (child instanceof Text) {
      for (const { text, box } of linesOf(child)) this.#addText(text, this.#boxOf(box), style);
    }
  }

  #boxOf({ x, y, width, height }: Box): Box {
    return { x: x - this.#x, y: y - this.#y, width, height };
  }

  #reach({ x, y, width, height }: Box): void {
    this.right = Math.max(this.right, x + width);
    this.bottom = Math.max(this.bottom, y + height);
  }

  #define(write: (id: string) => string | null): string | null {
    const id = `d${++this.#ids}`;
    const definition = write(id);
    if (definition === null) return null;
    this.definitions += definition;
    return id;
  }

  #addSvg(element: SVGSVGElement, box: Box): void {
    const copy = standingAlone(element);
    const { x, y, width, height } = box;
    for (const [name, value] of Object.entries({ x, y, width, height, overflow: 'visible' })) {
      copy.setAttribute(name, String(value));
    }
    this.body += new XMLSerializer().serializeToString(copy);
    this.#reach(box);
  }

  #addBox(style: CSSStyleDeclaration, box: Box): void {
    const fill = inColor('fill', style.backgroundColor);
    if (fill) this.body += rectangle(box, { ...fill, rx: parseFloat(style.borderTopLeftRadius) || null });
    const gradient =
      style.backgroundImage === 'none' ? null : this.#define((id) => gradientOf(style.backgroundImage, id));
    if (gradient) this.body += rectangle(box, { fill: `url(#${gradient})` });
    for (const side of SIDES) this.#addBorder(style, box, side);
    if (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) this.#addOutline(style, box);
  }

  #addBorder(style: CSSStyleDeclaration, { x, y, width, height }: Box, side: (typeof SIDES)[number]): void {
    const thickness = parseFloat(style[`border${side}Width`]);
    const fill = inColor('fill', style[`border${side}Color`]);
    const kind = style[`border${side}Style`];
    if (!(thickness > 0) || !fill || kind === 'none' || width === 0 || height === 0) return;
    // A CSS border of the style `double` is drawn as two thin lines.
    const strips = kind === 'double' ? [0, (2 * thickness) / 3] : [0];
    const thin = kind === 'double' ? thickness / 3 : thickness;
    for (const strip of strips) {
      const line = {
        Top: { x, y: y + strip, width, height: thin },
        Bottom: { x, y: y + height - thickness + strip, width, height: thin },
        Left: { x: x + strip, y, width: thin, height },
        Right: { x: x + width - thickness + strip, y, width: thin, height },
      }[side];
      this.body += rectangle(line, fill);
    }
  }

  #addOutline(style: CSSStyleDeclaration, { x, y, width, height }: Box): void {
    const thickness = parseFloat(style.outlineWidth);
    const out = parseFloat(style.outlineOffset) + thickness / 2;
    const box = { x: x - out, y: y - out, width: width + 2 * out, height: height + 2 * out };
    this.body += rectangle(box, { fill: 'none', ...inColor('stroke', style.outlineColor), 'stroke-width': thickness });
  }

  #addText(text: string, box: Box, style: CSSStyleDeclaration, indent = 0): void {
    const { ascent, descent } = extentOf(style);
    this.body += tag(
      'text',
      {
        x: box.x + indent,
        y: box.y + (box.height - ascent - descent) / 2 + ascent,
        'font-family': style.fontFamily,
        'font-size': style.fontSize,
        'font-weight': style.fontWeight === '400' ? null : style.fontWeight,
        ...inColor('fill', style.color),
      },
      escaped(text),
    );
    this.#reach(box);
  }
}

let context: CanvasRenderingContext2D | null = null;
const measuring = (font: string): CanvasRenderingContext2D => {
  context ??= document.createElement('canvas').getContext('2d')!;
  context.font = font;
  return context;
};

/** Ascent and descent of a font, which determine the extent of a line of text, in pixels. */
function extentOf({ fontStyle, fontWeight, fontSize, fontFamily }: CSSStyleDeclaration) {
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = measuring(
    `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`,
  ).measureText('x');
  return { ascent, descent };
}

/**
 * Breaks a text of the caption into lines of a given width. Chinese text may break between any two characters, except
 * before punctuation.
 */
function wrappedLines(text: string, width: number, family: string): string[] {
  const own = measuring(`${CAPTION_FONT}px ${family}`);
  const widthOf = (line: string) => own.measureText(line.trimEnd()).width;
  const lines: string[] = [];
  const words = text.match(/[\u2e80-\uffef][\p{Pe}\p{Pf}\p{Po}]*|[^\s\u2e80-\uffef]+\s*|\s+/gu) ?? [];
  for (const part of words.flatMap((word) => (widthOf(word) <= width ? word : Array.from(word)))) {
    const line = lines.at(-1);
    if (line !== undefined && widthOf(line + part) <= width) lines[lines.length - 1] = line + part;
    else lines.push(part);
  }
  return lines.map((line) => line.trimEnd());
}
