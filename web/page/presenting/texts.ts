// Loads the texts of presentations, when a presentation starts.
/// <reference types="vite/types/importMeta.d.ts" />
import { loadLocalized } from '../../locales/localized.js';
import type { Language } from '../../locales/index.js';
import type { PresentingTexts } from '../../locales/en/pages/presenting.js';

const TEXTS = import.meta.glob<PresentingTexts>('../../locales/*/pages/presenting.ts', { import: 'presenting' });

export const loadPresentingTexts = (language: Language): Promise<PresentingTexts> =>
  loadLocalized(TEXTS, language, 'pages/presenting.ts');
