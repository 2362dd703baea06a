import { rspack } from '@rspack/core';

export default {
  entry: './src/main.ts',
  module: { rules: [{ test: /\.ts$/, loader: 'builtin:swc-loader', type: 'javascript/auto' }] },
  resolve: { extensions: ['.ts', '.js'] },
  plugins: [new rspack.HtmlRspackPlugin({ template: 'index.html' })],
};
