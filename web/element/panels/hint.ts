// Wording of the interface's hints for the user's device: “point at” for a mouse, “tap” for a touch screen.
import { mediaQuery } from '../../ui/media-query.js';
import type { Messages } from '../../locales/index.js';

export const hintFor = (texts: Messages, name: keyof Messages['touch']): string =>
  mediaQuery('(hover: none)')?.matches ? texts.touch[name] : texts[name];
