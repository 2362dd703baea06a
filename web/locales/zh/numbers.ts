import { numberFormat } from '../number-format.js';

export const numbers = numberFormat('zh-CN');
