// Colors of roles, heads and scales remain distinguishable with red, green or blue color blindness (Machado et al.
// 2009, complete deficiency; distances by CIEDE2000).
import {
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  lab,
  parse,
} from 'culori';
import { headColor, palettes, productScale, scoreScale, weightScale } from '../../../web/view/marks/palette.js';
import { shareScale, signedScale } from '../../../web/inside/maps/scales.js';

const SIGHTS = {
  usual: (color) => color,
  deuteranopia: filterDeficiencyDeuter(1),
  protanopia: filterDeficiencyProt(1),
  tritanopia: filterDeficiencyTrit(1),
};
const distance = differenceCiede2000();
const cases = ['light', 'dark'].flatMap((theme) => Object.keys(SIGHTS).map((sight) => [theme, sight]));

/**
 * Color in the form that the library culori takes.
 * @param {readonly number[]} color channels 0 … 255
 */
const ofChannels = ([r, g, b]) => ({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 });

const lightness = (color) => lab(color).l;

const closest = (colors) =>
  Math.min(...colors.flatMap((one, index) => colors.slice(index + 1).map((other) => distance(one, other))));

describe.each(cases)('in the %s theme, %s', (theme, sight) => {
  const palette = palettes[theme];
  const see = SIGHTS[sight];
  const seen = (names) => names.map((name) => see(parse(palette[name])));

  test('query, key and value', () => {
    expect(closest(seen(['query', 'key', 'value']))).toBeGreaterThan(10);
  });

  test.each([
    ['products and differences', () => productScale(palette, 1)],
    ['“Look inside”', () => signedScale(theme, 1)],
  ])('both ends of the scale of %s, and their halves', (_, scaleOf) => {
    const { color } = scaleOf();
    const at = (value) => see(ofChannels(color(value)));
    expect(distance(at(-1), at(1))).toBeGreaterThan(25);
    expect(distance(at(-0.5), at(0.5))).toBeGreaterThan(15);
    for (const end of [-1, 1]) expect(distance(at(end), at(0))).toBeGreaterThan(25);
  });

  test.each([
    ['weights', () => weightScale(palettes[theme])],
    ['scores', () => scoreScale(palettes[theme], Float32Array.of(0, 1))],
  ])('a larger number of the %s is further from the surface in lightness', (_, scaleOf) => {
    const { color } = scaleOf();
    const steps = Array.from({ length: 11 }, (__, step) => lightness(see(ofChannels(color(step / 10)))));
    const direction = theme === 'dark' ? 1 : -1;
    steps.slice(1).forEach((each, index) => expect(direction * (each - steps[index])).toBeGreaterThan(0));
    expect(Math.abs(steps.at(-1) - steps[0])).toBeGreaterThan(50);
  });

  test('a share below 0, and the same above', () => {
    const { color } = shareScale(palette);
    const at = (share) => see(ofChannels(color(share)));
    for (const share of [0.25, 0.5, 1]) expect(distance(at(-share), at(share))).toBeGreaterThan(15);
  });

  test('the heads of a layer', () => {
    const heads = Array.from({ length: 4 }, (_, head) => see(parse(headColor(head, 4, theme))));
    expect(closest(heads)).toBeGreaterThan(10);
  });
});
