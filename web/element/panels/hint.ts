// Wording of hints for mouse or touch: "point at" or "tap".
import { mediaQuery } from '../../ui/media-query.js';
import type { Messages } from '../../locales/index.js';

export const hintFor = (texts: Messages, name: keyof Messages['touch']): string =>
  mediaQuery('(hover: none)')?.matches ? texts.touch[name] : texts[name];
