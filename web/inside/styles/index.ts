// Styles of "Look inside".
import { layout } from './layout.js';
import { marks } from './marks.js';
import { parts } from './parts.js';
import { tokens } from './tokens.js';

export const insideStyles = [tokens, layout, parts, marks];
