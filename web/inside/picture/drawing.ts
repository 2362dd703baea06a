/** A rectangle of the page, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML, and removes control characters that XML does not allow. */
export const escaped = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!);

/** Formats a coordinate with at most two decimals. */
const short = (value: number): string => String(Math.round(100 * value) / 100);

export type Attributes = Readonly<Record<string, string | number | null>>;

/** Writes an SVG element as text. Attributes whose value is null are left out. */
export function tag(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : escaped(value!)}"`);
  return `<${name}${written.join('')}${content === '' ? '/>' : `>${content}</${name}>`}`;
}

export const rectangle = ({ x, y, width, height }: Box, attributes: Attributes): string =>
  tag('rect', { x, y, width, height, ...attributes });
