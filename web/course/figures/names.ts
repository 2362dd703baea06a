// The figures of the course.
export const FIGURE_NAMES = [
  'average',
  'weighted',
  'scores-by-hand',
  'weights-by-hand',
  'attention-by-hand',
  'saturation',
  'attention-types',
  'cost',
  'variants',
  'dropout',
  'relu',
  'stable',
  'precision',
  'block',
  'positions',
  'initialization',
  'quiz',
  'share',
  'summary',
] as const;
export type FigureName = (typeof FIGURE_NAMES)[number];
