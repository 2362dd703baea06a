// The numbers of a picture as files for other programs.
import { escaped } from './svg.js';
import type { PictureContent } from './picture.js';
import type { Tensor } from '../engine/tensor.js';

/** Rows of numbers; what JSON has no number for, −∞, is null. */
const rowsOf = ({ data, shape }: Tensor): (number | null)[][] => {
  const columns = shape[1]!;
  return Array.from({ length: shape[0]! }, (_, row) =>
    Array.from(data.subarray(row * columns, (row + 1) * columns), (value) => (Number.isFinite(value) ? value : null)),
  );
};

/** Everything that is shown, with what made it. */
export function toJson(picture: PictureContent, madeOf: Readonly<Record<string, unknown>>): string {
  const { queryWords, keyWords, trace, scale } = picture;
  const matrices = Object.fromEntries(Object.entries(trace).map(([name, tensor]) => [name, rowsOf(tensor as Tensor)]));
  const about = 'Rows ask (queries), columns answer (keys); null in "masked" is minus infinity.';
  return JSON.stringify({ about, ...madeOf, queryWords, keyWords, scale, ...matrices }, null, 1);
}

/** A word in a table: one that a spreadsheet would take for a formula is marked as text. */
function csvText(word: string): string {
  const text = /^[=+\-@\t\r]/.test(word) ? `'${word}` : word;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The weights: a row for each word that asks (RFC 4180). */
export function toCsv({ queryWords, keyWords, trace }: PictureContent): string {
  const rows = rowsOf(trace.weights).map((row, index) => [csvText(queryWords[index]!), ...row.map(String)]);
  return [['', ...keyWords.map(csvText)], ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** One page with the picture, what is to be said of it, and its numbers; it asks for no other file. */
export function toHtml(
  picture: PictureContent,
  svg: string,
  said: { locale: string; title: string; paragraphs: readonly string[] },
  background: string,
  ink: string,
): string {
  const { queryWords, keyWords, trace } = picture;
  const cell = (tag: 'th' | 'td', text: string) => `<${tag}>${escaped(text)}</${tag}>`;
  const rows = rowsOf(trace.weights).map(
    (row, index) =>
      `<tr>${cell('th', queryWords[index]!)}${row.map((value) => cell('td', value!.toFixed(4))).join('')}</tr>`,
  );
  return `<!doctype html>
<html lang="${escaped(said.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(said.title)}</title>
<style>
body { margin: 24px auto; max-width: 1200px; padding: 0 16px; background: ${background}; color: ${ink}; font: 16px/1.6 system-ui, sans-serif; }
svg { max-width: 100%; height: auto; }
div { overflow: auto; }
table { border-collapse: collapse; font-size: 13px; }
th, td { padding: 3px 8px; text-align: right; }
</style>
</head>
<body>
<h1>${escaped(said.title)}</h1>
${said.paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')}
${svg}
<div><table>
<tr><td></td>${keyWords.map((word) => cell('th', word)).join('')}</tr>
${rows.join('\n')}
</table></div>
</body>
</html>
`;
}
