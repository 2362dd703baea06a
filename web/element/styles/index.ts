// The element's initial styles. Colors are custom properties, set from the palette in web/view/marks/palette.ts.
import { bar } from './bar.js';
import { base } from '../../ui/styles/base.js';
import { buttons } from '../../ui/styles/buttons.js';
import { interventions } from './interventions.js';
import { narrow } from './narrow.js';
import { sheet } from './sheet.js';
import { side } from './side.js';
import { canvas } from './canvas.js';
import { exportMenu } from './export.js';
import { where } from './where.js';
import { wide } from './wide.js';
import { timeline } from './timeline.js';

export const styles = [
  base,
  buttons,
  bar,
  canvas,
  where,
  side,
  interventions,
  timeline,
  exportMenu,
  wide,
  narrow,
  sheet,
];
