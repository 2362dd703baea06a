export default {
  title: 'Tutorial',
  url: 'http://localhost',
  baseUrl: '/tutorial/',
  plugins: ['@docusaurus/plugin-content-pages'],
  themes: ['@docusaurus/theme-classic'],
  clientModules: ['./src/spotlight.js'],
};
