// Text of the query token's weighted sum: 0.72 · v(cat) + 0.15 · v(mat) + …
import { formatNumber, type ViewModel } from '../../view-model.js';
import type { Box, TextMark } from '../../scene.js';

const MIN_WEIGHT = 0.02; // terms with less weight are left out
const MAX_TERMS = 4;
const SIZE = 15;

interface Part {
  text: string;
  role: 'muted' | 'weight' | 'value';
}

/** Width of a part of the text and of the space after it, in pixels. Weights are measured in bold. */
const pitchOf = ({ text, role }: Part, size: number, measure: ViewModel['measure']): number =>
  measure(`${text} `, size, role === 'weight');

/**
 * Parts of the text of the weighted sum: terms by descending weight, as many as fit, followed by '…'.
 * @param room available width in pixels
 */
export function sumInWords(viewModel: ViewModel, room: number, size = SIZE): Part[] {
  const { weights, keyTokens, selection, nameOf, measure } = viewModel;
  const keys = keyTokens.length;
  const row = weights.data.subarray(selection.row * keys, (selection.row + 1) * keys);
  const terms = [...row.keys()]
    .sort((one, other) => row[other]! - row[one]!)
    .filter((key, rank) => row[key]! > 0 && (rank === 0 || (rank < MAX_TERMS && row[key]! >= MIN_WEIGHT)));
  const rest = terms.length === 0 ? '0' : '+ …'; // a row in which every key is masked has no terms
  const partsOf = (shown: readonly number[]): Part[] => [
    { text: `${nameOf('output')} =`, role: 'value' },
    ...shown.flatMap((key, index): Part[] => [
      ...(index > 0 ? [{ text: '+', role: 'muted' } as const] : []),
      { text: formatNumber(row[key]!), role: 'weight' },
      { text: '·', role: 'muted' },
      { text: `v(${keyTokens[key]!})`, role: 'value' },
    ]),
    ...(shown.length < keys ? [{ text: rest, role: 'muted' } as const] : []),
  ];
  const lengthOf = (parts: readonly Part[]) => parts.reduce((sum, part) => sum + pitchOf(part, size, measure), 0);
  let shown = terms;
  while (shown.length > 1 && lengthOf(partsOf(shown)) > room) shown = shown.slice(0, -1);
  return partsOf(shown);
}

export function drawSumInWords(viewModel: ViewModel, box: Box, opacity: number, enlargement: number): TextMark[] {
  const { palette, measure } = viewModel;
  const size = Math.min(SIZE * enlargement, Math.max(11, box.height * 0.7));
  let x = box.x;
  return sumInWords(viewModel, box.width, size).map((part) => {
    const { text, role } = part;
    const mark: TextMark = {
      kind: 'text',
      text,
      x,
      y: box.y + box.height / 2,
      size,
      fill: palette[role],
      align: 'left',
      opacity,
      bold: role === 'weight',
    };
    x += pitchOf(part, size, measure);
    return mark;
  });
}
