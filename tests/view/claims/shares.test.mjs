// Percentages of a whole that are displayed together add up to the displayed total.
import fc from 'fast-check';
import { conclusion } from '../../../web/element/panels/caption.js';
import { messagesIn } from '../locales/texts.mjs';
import { roundShares } from '../../../web/view/shares.js';
import { ledgerDrawing } from '../../../web/view/views/ledger/ledger-view.js';
import { marksOf, viewModelOf } from '../view-models.mjs';

const { percents, percent } = messagesIn.en;
/** Sum of the displayed percentages, and number of percentages displayed as <1%. */
const totalOf = (shown) => ({
  sum: shown.filter((each) => !each.startsWith('<')).reduce((sum, each) => sum + parseInt(each, 10), 0),
  small: shown.filter((each) => each.startsWith('<')).length,
});

test.each([
  [
    [1 / 3, 1 / 3, 1 / 3],
    ['34%', '33%', '33%'],
  ],
  [
    [0.9375, 0.0555, 0.007],
    ['94%', '5%', '1%'],
  ],
  [
    [0.997, 0.003],
    ['100%', '<1%'],
  ],
  [
    [0.9999, 1e-5],
    ['100%', '<1%'],
  ],
  [[1], ['100%']],
  [
    [0, 0],
    ['0%', '0%'],
  ],
  [
    [1, 0],
    ['100%', '0%'],
  ],
])('%j is shown as %j', (shares, shown) => expect(percents(shares)).toEqual(shown));

const parts = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 40 });

test('displayed shares add up to 100%, where <1% counts as at most one', () => {
  fc.assert(
    fc.property(parts, (counts) => {
      const whole = counts.reduce((sum, each) => sum + each, 0);
      fc.pre(whole > 0);
      const shares = counts.map((each) => Math.fround(each / whole));
      const { sum, small } = totalOf(percents(shares));
      expect(sum).toBeLessThanOrEqual(100);
      expect(sum + small).toBeGreaterThanOrEqual(100);
      roundShares(shares).forEach((rounded, at) => {
        expect(Math.abs(rounded - shares[at])).toBeLessThanOrEqual(0.01);
        expect(rounded === 0).toBe(shares[at] === 0);
      });
    }),
  );
});

const SENTENCES = ['The cat sat on the mat because it was tired', '猫坐在垫子上，因为它累了', 'a b c'];

test('the weights in the ledger add up to the displayed sum, and the story quotes the same shares', () => {
  for (const text of SENTENCES) {
    for (const temperature of [0.5, 1, 2, 20]) {
      const viewModel = viewModelOf(text, { model: 'default', layer: 3, head: 0, temperature, height: 900 });
      for (let row = 0; row < viewModel.queryTokens.length; ++row) {
        const selected = { ...viewModel, moment: { stage: 'sum', progress: 1 }, selection: { row, cell: null } };
        const shown = marksOf(ledgerDrawing.draw(selected))
          .map((mark) => mark.text ?? '')
          .filter((each) => each.endsWith('%'));
        expect(shown.at(-1)).toBe('100%');
        const { sum, small } = totalOf(shown.slice(0, -1));
        expect(sum).toBeLessThanOrEqual(100);
        expect(sum + small).toBeGreaterThanOrEqual(100);
        const quoted = JSON.stringify(conclusion(messagesIn.en, selected)).match(/\d+%/g) ?? [];
        for (const each of quoted) expect(shown).toContain(each);
      }
    }
  }
});

test('a single share is rounded as usual', () => expect(percent(0.555, 0)).toBe('56%'));
