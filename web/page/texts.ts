// Loads the texts of the pages: those of the attention element, and those around it.
/// <reference types="vite/types/importMeta.d.ts" />
import { loadPart } from '../element/render/lazy-parts.js';
import { loadLocalized } from '../locales/localized.js';
import { LOCALES, type Language, type Messages } from '../locales/index.js';
import type { PageTexts as AroundElement } from '../locales/en/pages/page.js';

export type PageTexts = Messages & AroundElement;

const TEXTS = import.meta.glob<AroundElement>('../locales/*/pages/page.ts', { import: 'page' });

export async function loadPageTexts(language: Language): Promise<PageTexts> {
  const [ofElement, around] = await Promise.all([
    loadPart(LOCALES[language].loadMessages),
    loadLocalized(TEXTS, language, 'pages/page.ts'),
  ]);
  return { ...ofElement, ...around };
}
