// Vite plugin that adds the license notices of bundled code to each build.
import { readFileSync } from 'node:fs';
import { packagesOf } from './packages.mjs';
import { file, missingFrom } from './third-party.mjs';

const ADDRESS = 'THIRD-PARTY.txt'; // URL of the file beside the page

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Vite plugin that serves the license notices, and adds them to the build.
 * @param inline true to embed the notices in the page itself, for single-file builds
 */
export function notices({ inline = false } = {}) {
  const text = readFileSync(file, 'utf8');
  return {
    name: 'spotlight-notices',
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${ADDRESS}`, (_request, response) => response.end(text));
    },
    generateBundle(_options, bundle) {
      const missing = missingFrom(text, packagesOf(bundle));
      if (missing.length > 0) this.error(`THIRD-PARTY.md lacks ${missing.join(', ')}: npm run licenses`);
      if (!inline) this.emitFile({ type: 'asset', fileName: ADDRESS, source: text });
    },
    transformIndexHtml: (page) =>
      inline
        ? page
            .replace(`href="./${ADDRESS}"`, 'href="#licenses"')
            .replace('</footer>', () => `<pre id="licenses">${escaped(text)}</pre></footer>`)
        : page,
  };
}
