// Applications in tests/frameworks/applications: their names, the packages that the table in docs/embedding.md lists,
// and how they are served.

const INLINE = 'attention-spotlight/inline';

/**
 * Applications by name. `packages`: packages whose versions docs/embedding.md lists; `source`: folder of the sources;
 * `entry`: module that the sources import in place of 'attention-spotlight'; `built`: folder of the build; `path`: URL
 * path at which the build is served.
 */
export const APPLICATIONS = [
  { name: 'angular', title: 'Angular', packages: ['@angular/core'], built: 'dist/browser', path: '/app/' },
  { name: 'astro', title: 'Astro, MDX', packages: ['astro', '@astrojs/mdx'] },
  { name: 'docusaurus', title: 'Docusaurus', packages: ['@docusaurus/core'], path: '/tutorial/' },
  { name: 'esbuild', title: 'esbuild', packages: ['esbuild'], built: '.' },
  { name: 'next', title: 'Next', packages: ['next', 'react'], source: 'app', built: 'out' },
  { name: 'nuxt', title: 'Nuxt', packages: ['nuxt'], source: 'app', built: '.output/public' },
  { name: 'observable', title: 'Observable Framework', packages: ['@observablehq/framework'], entry: INLINE },
  { name: 'parcel', title: 'Parcel', packages: ['parcel'], entry: INLINE },
  { name: 'react', title: 'React', packages: ['react', 'vite', 'typescript'] },
  { name: 'reveal', title: 'reveal.js', packages: ['reveal.js'], built: '.' },
  { name: 'rollup', title: 'Rollup', packages: ['rollup'], built: '.' },
  { name: 'rspack', title: 'Rspack', packages: ['@rspack/core'] },
  { name: 'solid', title: 'Solid', packages: ['solid-js', 'vite'] },
  { name: 'sveltekit', title: 'Svelte, SvelteKit', packages: ['svelte', '@sveltejs/kit'], built: 'build' },
  { name: 'vitepress', title: 'VitePress', packages: ['vitepress'], source: '.', built: '.vitepress/dist' },
  { name: 'vue', title: 'Vue', packages: ['vue', 'vite'] },
  { name: 'webpack', title: 'webpack', packages: ['webpack'] },
];
