// Glosses below the element, for a sentence in another language than the interface's. Loaded with the first.
import { find } from './frame.js';
import { GlossStrip } from '../course/gloss-strip.js';
import type { Language } from '../locales/index.js';

const strip = new GlossStrip();

/** @param tokens none: nothing is shown */
export function showGlosses(tokens: readonly string[], language: Language): void {
  Object.assign(strip, { tokens, language });
  if (!strip.isConnected) find('attention-spotlight', HTMLElement).after(strip);
}
