// The element's styles. Its colors are custom properties, set from the palette in view/marks/palette.ts.
import { bar } from './bar.js';
import { base } from '../../ui/styles/base.js';
import { buttons } from '../../ui/styles/buttons.js';
import { card } from './card.js';
import { continuation } from './continuation.js';
import { interventions } from './interventions.js';
import { narrow } from './narrow.js';
import { numbers } from './numbers.js';
import { print } from './print.js';
import { sheet } from './sheet.js';
import { side } from './side.js';
import { canvas } from './canvas.js';
import { exportMenu } from './export.js';
import { where } from './where.js';
import { wide } from './wide.js';
import { termStyles } from '../../ui/styles/terms.js';
import { timeline } from './timeline.js';

export const styles = [
  base,
  buttons,
  bar,
  continuation,
  canvas,
  where,
  numbers,
  side,
  interventions,
  timeline,
  exportMenu,
  card,
  termStyles,
  wide,
  narrow,
  sheet,
  print,
];
