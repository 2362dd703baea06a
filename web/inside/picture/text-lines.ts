// Splits the text of the page into lines, as the browser has broken it.
import type { Box } from './drawing.js';

export interface TextLine {
  readonly text: string;
  readonly box: Box;
}

/** Lines of a text node, in which white space is collapsed. */
export function linesOf(node: Text): TextLine[] {
  const text = node.data;
  if (text.trim() === '') return [];
  const range = document.createRange();
  const boxOf = (from: number, to: number): DOMRect | undefined => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].find(({ width }) => width > 0);
  };
  range.selectNodeContents(node);
  const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
  if (tops.size === 0) return [];
  if (tops.size === 1) return [{ text: shown(text), box: boxOf(0, text.length)! }];
  const lines: { text: string; from: number; to: number; top: number }[] = [];
  for (const { index, segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    const box = boxOf(index, index + segment.length);
    const line = lines.at(-1);
    if (line && (!box || Math.abs(box.top - line.top) < 2)) {
      line.text += segment;
      line.to = index + segment.length;
    } else if (box) lines.push({ text: segment, from: index, to: index + segment.length, top: box.top });
  }
  return lines.flatMap(({ text: line, from, to }) => {
    const box = boxOf(from, to);
    return box ? [{ text: shown(line), box }] : [];
  });
}

const shown = (text: string): string => text.replace(/\s+/g, ' ').trim();
