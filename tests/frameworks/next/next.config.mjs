import { join } from 'node:path';

export default {
  output: 'export',
  distDir: '../../../build/frameworks/next',
  turbopack: { root: join(import.meta.dirname, '../../..') },
};
