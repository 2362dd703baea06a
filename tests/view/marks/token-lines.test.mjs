// Line breaks between the tokens of a sentence that is drawn on several lines.
import { breakLines, CHIPS, linesFor } from '../../../web/view/marks/token-lines.js';

const measure = (text, size) => Array.from(text).length * size * 0.6;
const tokens = 'The cat sat on the mat because it was tired'.split(' ');
const tokensOf = ({ placed, count }) =>
  Array.from({ length: count }, (_, line) => placed.filter((each) => each.line === line).length);

test('the last line does not have a few tokens only if a smaller font can avoid it', () => {
  for (let width = 200; width < 800; width += 2) {
    const lines = linesFor({ tokens, center: 7, measure }, width, 200);
    const [before, last] = tokensOf(lines).slice(-2);
    const isShort = lines.count > 1 && 3 * last <= before;
    const fewer = [17, 15, 13, 12].filter(
      (size) => size < lines.size && breakLines({ tokens, measure }, 0, 10, size, width, CHIPS).count < lines.count,
    );
    if (isShort) expect([width, fewer]).toEqual([width, []]);
    expect(tokensOf(lines).reduce((sum, each) => sum + each, 0)).toBe(tokens.length);
  }
});

test.each([
  [0, ['The', 'cat', 'sat', 'on …']],
  [7, ['… because', 'it …']],
  [9, ['… it', 'was', 'tired']],
])('an ellipsis marks each end at which tokens around token %i are left out', (center, shown) => {
  const { placed } = linesFor({ tokens, center, measure }, 150, 30);
  expect(placed.map(({ text }) => text)).toEqual(shown);
});

test.each([
  [7, 4, ['… the', 'mat', 'because', 'it …']],
  [4, 7, ['… the', 'mat', 'because', 'it …']],
  [7, 0, ['… mat', 'because', 'it', 'was …']],
])('token %i is shown with token %i unless that is too far away', (center, also, shown) => {
  const { placed } = linesFor({ tokens, center, also, measure }, 210, 30);
  expect(placed.map(({ text }) => text)).toEqual(shown);
});

test('a sentence in one line, or in even lines, has the largest font', () => {
  expect(linesFor({ tokens, center: 7, measure }, 900, 100)).toMatchObject({ count: 1, size: 19 });
  expect(linesFor({ tokens: tokens.slice(0, 8), center: 0, measure }, 260, 100)).toMatchObject({ count: 2, size: 19 });
});
