// Colors by role. Query, key and value each have the same color everywhere. Colors also differ in lightness and are
// always labeled, so that nothing depends on telling red from green (tests/view/marks/color-vision.test.mjs).

export type Rgb = readonly [number, number, number];

export interface Palette {
  background: string;
  surface: string;
  raised: string;
  line: string;
  text: string;
  muted: string;
  query: string;
  key: string;
  value: string;
  neutral: string;
  masked: string;
  beam: string;
  /** Color of a text that states an attention weight or a probability. */
  weight: string;
  /** Color of pressed, selected and linked controls. It equals the text color, since other colors encode data. */
  accent: string;
  onAccent: string;
  /** Color at the negative end of the diverging scale of products and differences. */
  negative: string;
  /** Color in the middle of the diverging scale, for 0. */
  zero: string;
  /** Color at the positive end of the diverging scale. */
  positive: string;
  /**
   * Position between the middle and an end of the diverging scale, from 0 to 1, of the color for half the maximum. On a
   * dark background, small values need more contrast.
   */
  halfway: number;
  /** Colors of the sequential scale of scores, lowest score first. */
  scores: readonly string[];
  /** Colors of the sequential scale of weights, lowest weight first. */
  weights: readonly string[];
}

export const palettes: Record<'light' | 'dark', Palette> = {
  dark: {
    background: '#0d1220',
    surface: '#151c2d',
    raised: '#1e273c',
    line: '#303b54',
    text: '#eaeef7',
    muted: '#a3afc6',
    query: '#5fa8f5',
    key: '#ff9a4d',
    value: '#7bdcb5',
    neutral: '#b9c4da',
    masked: '#4a5369',
    beam: '#ffe7a3',
    weight: '#ffd988',
    accent: '#eaeef7',
    onAccent: '#0d1220',
    negative: '#8f80ff',
    zero: '#1a2235',
    positive: '#ff7f83',
    halfway: 0.68,
    scores: ['#1a2235', '#4d3350', '#b3536a', '#ff9d96', '#ffe6e0'],
    weights: ['#151c2d', '#57482f', '#8f7135', '#e0b34c', '#fff3c4'],
  },
  light: {
    background: '#faf8f3',
    surface: '#ffffff',
    raised: '#f1eee6',
    line: '#d5d2c8',
    text: '#1b2130',
    muted: '#5a6273',
    query: '#0f5fc2',
    key: '#a84e00',
    value: '#0f5443',
    neutral: '#5c6a86',
    masked: '#b4b6bb',
    beam: '#f2b600',
    weight: '#744d00',
    accent: '#1b2130',
    onAccent: '#ffffff',
    negative: '#5a48d8',
    zero: '#f7f5ef',
    positive: '#d23a4a',
    halfway: 0.5,
    scores: ['#faf8f3', '#f7d9d3', '#ec8f8c', '#c22f45', '#6d0f24'],
    weights: ['#fffdf6', '#ffe9a6', '#f7c33c', '#c27a08', '#5f3500'],
  },
};

export const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;

/** Linear interpolation between two colors. @param share 0 for `from`, 1 for `to` */
export const blended = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((channel, index) => channel + (to[index]! - channel) * share) as unknown as Rgb;

const hex = (color: Rgb): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

const between = (from: string, to: string, share: number): string => hex(blended(rgb(from), rgb(to), share));

const STEPS = 255;

const ramps = new WeakMap<readonly string[], Rgb[]>();

/** Color ramp with STEPS + 1 colors, interpolated linearly between the given colors. It is cached for each palette. */
function ramp(stops: readonly string[]): Rgb[] {
  const known = ramps.get(stops);
  if (known) return known;
  const colors = stops.map(rgb);
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => {
    const at = (step / STEPS) * (colors.length - 1);
    const low = Math.min(Math.floor(at), colors.length - 2);
    const [from, to] = [colors[low]!, colors[low + 1]!];
    return from.map((channel, index) => channel + (to[index]! - channel) * (at - low)) as unknown as Rgb;
  });
  ramps.set(stops, steps);
  return steps;
}

/** Color scale that maps values from `low` to `high` to colors. */
export interface ColorScale {
  low: number;
  high: number;
  /** True for a scale of differences, whose numbers are written with a sign. */
  isDifference?: boolean;
  /** True if all values of the scale are 0, so that its legend is left out. */
  isAllZero?: boolean;
  color: (value: number) => Rgb;
}

function colorScale(low: number, high: number, stops: readonly string[]): ColorScale {
  const colors = ramp(stops);
  const color = (value: number) => {
    const step = Math.round(((value - low) / (high - low)) * STEPS);
    return colors[Math.min(STEPS, Math.max(0, step))]!;
  };
  return { low, high, color };
}

/**
 * Diverging color scale around 0.
 * @param largest largest absolute value, at the ends of the scale
 */
export function divergingScale(palette: Palette, largest: number, positive: string, negative: string): ColorScale {
  const end = largest > 0 ? largest : 1;
  const halfway = (color: string) => between(palette.zero, color, palette.halfway);
  const stops = [negative, halfway(negative), palette.zero, halfway(positive), positive];
  return { ...colorScale(-end, end, stops), isAllZero: largest === 0 };
}

const ranges = new WeakMap<Float32Array, readonly [low: number, high: number]>();

/**
 * Lowest and highest finite element of a tensor; ∞ and −∞ if there is none. The range is cached, since the elements
 * never change.
 */
export function rangeOf(data: Float32Array): readonly [low: number, high: number] {
  const known = ranges.get(data);
  if (known) return known;
  let [low, high] = [Infinity, -Infinity];
  for (const value of data) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  ranges.set(data, [low, high]);
  return [low, high];
}

/**
 * Color scale from the lowest to the highest score. It does not start at 0, since the softmax compares scores only with
 * each other.
 */
export function scoreScale(palette: Palette, scores: Float32Array): ColorScale {
  const [low, high] = rangeOf(scores);
  if (low < high) return colorScale(low, high, palette.scores);
  const only = low === high ? low : 0; // all finite scores are equal, or all scores are masked
  return colorScale(only - 1, only + 1, palette.scores);
}

export const productScale = (palette: Palette, largest: number): ColorScale =>
  divergingScale(palette, largest, palette.positive, palette.negative);

/** Color scale of differences. Its colors are those of the scale for products, but its legend has signs at the ends. */
export const differenceScale = (palette: Palette, largest: number): ColorScale => ({
  ...productScale(palette, largest),
  isDifference: true,
});

/**
 * Color scale of attention weights from 0 to 1. All heads, texts and interventions share it, so that a color means the
 * same weight everywhere. The position on the scale is the square root of the weight, which keeps the small weights of
 * long texts visible.
 */
export function weightScale(palette: Palette): ColorScale {
  const { color, ...range } = colorScale(0, 1, palette.weights);
  return { ...range, color: (weight) => color(Math.sqrt(Math.max(0, weight))) };
}

/** Largest absolute value of the finite elements of a tensor. */
export function maxAbs(values: Float32Array): number {
  let largest = 0;
  for (const value of values) {
    if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  }
  return largest;
}

/**
 * Converts a color from HSL to RGB.
 * @param hue hue in degrees
 * @param saturation saturation from 0 to 1
 * @param lightness lightness from 0 to 1
 */
function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const amount = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    return 255 * (lightness - amount * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

/** HSL lightness of the colors of a layer's first and last head, by theme. */
const HEAD_LIGHTNESS = { light: [0.34, 0.26], dark: [0.78, 0.5] } as const;

/**
 * Color of a head. The hues of a layer's heads are evenly spaced, and their lightness decreases, so that four heads can
 * be distinguished with any color vision.
 */
export function headColor(head: number, numHeads: number, theme: 'light' | 'dark'): string {
  const [first, last] = HEAD_LIGHTNESS[theme];
  const lightness = first + ((last - first) * head) / Math.max(1, numHeads - 1);
  return hex(fromHsl((170 + (360 * head) / numHeads) % 360, 0.85, lightness));
}

/** Relative luminance of a color, 0 … 1, as WCAG 2 defines it. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => ((channel / 255 + 0.055) / 1.055) ** 2.4) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever has more contrast on a background color: at least 4.5 : 1. */
export const contrastingText = (color: Rgb): string => (luminance(color) > 0.18 ? '#000000' : '#ffffff');
