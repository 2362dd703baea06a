// Styles that the first picture does without: of the model card and of paper.
import type { CSSResult } from 'lit';
import { card } from './card.js';
import { print } from './print.js';

export const laterStyles: readonly CSSResult[] = [card, print];
