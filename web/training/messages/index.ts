// Texts of the training page in the user's language.
import { en } from './en.js';
import { zh } from './zh.js';
import type { Language } from '../../messages/index.js';
import type { TrainingTexts } from './texts.js';

export type { TrainingTexts } from './texts.js';

export const trainingTextsIn: Record<Language, TrainingTexts> = { en, zh };
