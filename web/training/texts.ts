// Loads the texts of the training page, which are in a file for each language.
/// <reference types="vite/types/importMeta.d.ts" />
import { loadLocalized } from '../locales/localized.js';
import type { Language } from '../locales/index.js';
import type { TrainingTexts } from '../locales/en/pages/training.js';

export type { TrainingTexts };

const TEXTS = import.meta.glob<TrainingTexts>('../locales/*/pages/training.ts', { import: 'training' });

export const loadTrainingTexts = (language: Language): Promise<TrainingTexts> =>
  loadLocalized(TEXTS, language, 'pages/training.ts');
