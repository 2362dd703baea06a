// Styles that the first scene does not need, loaded afterwards: for lazily loaded panels, explanations of terms and
// print.
import type { CSSResult } from 'lit';
import { card } from './card.js';
import { numbers } from './numbers.js';
import { panels } from './panels.js';
import { print } from './print.js';
import { termStyles } from '../../ui/styles/terms.js';

export const laterStyles: readonly CSSResult[] = [panels, numbers, card, termStyles, print];
