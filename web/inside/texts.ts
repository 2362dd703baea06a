// Loads the texts of “Look inside” in a language.
/// <reference types="vite/types/importMeta.d.ts" />
import { loadLocalized } from '../locales/localized.js';
import type { InsideTexts } from '../locales/en/pages/inside.js';
import type { Language } from '../locales/index.js';

export type { InsideTexts };

const TEXTS = import.meta.glob<InsideTexts>('../locales/*/pages/inside.ts', { import: 'inside' });

export const loadInsideTexts = (language: Language): Promise<InsideTexts> =>
  loadLocalized(TEXTS, language, 'pages/inside.ts');
