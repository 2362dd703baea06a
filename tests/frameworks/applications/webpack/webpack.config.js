const HtmlPlugin = require('html-webpack-plugin');

module.exports = {
  entry: './src/main.ts',
  module: { rules: [{ test: /\.ts$/, use: 'ts-loader' }] },
  resolve: { extensions: ['.ts', '.js'] },
  plugins: [new HtmlPlugin({ template: 'index.html' })],
};
