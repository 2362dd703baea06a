import { numberFormat } from '../number-format.js';

export const numbers = numberFormat('en');
