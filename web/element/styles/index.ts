// How the element looks. Its colours are the pictures' own, set as custom properties from view/palette.ts.
import { bar } from './bar.js';
import { base } from './base.js';
import { buttons } from './buttons.js';
import { card } from './card.js';
import { handsOn } from './hands-on.js';
import { narrow } from './narrow.js';
import { numbers } from './numbers.js';
import { side } from './side.js';
import { stage } from './stage.js';
import { takeAway } from './take-away.js';
import { timeline } from './timeline.js';

export const styles = [base, buttons, bar, stage, numbers, side, handsOn, timeline, takeAway, card, narrow];
