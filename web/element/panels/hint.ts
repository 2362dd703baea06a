// Hints for the hand that holds the device: what a mouse points at, a finger taps.
import { mediaQuery } from '../../ui/media-query.js';
import type { Messages } from '../../locales/index.js';

export const hintFor = (texts: Messages, name: keyof Messages['touch']): string =>
  mediaQuery('(hover: none)')?.matches ? texts.touch[name] : texts[name];
