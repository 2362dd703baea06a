// Builds the front end of the Python package: dist/notebook/ → python/attention_spotlight/static/. widget.js is the
// <attention-spotlight> element for attention that was computed in Python, as one module without engine, WebAssembly
// and model; values.json lists the allowed values of the element's properties.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { noticeOf, packagesOf } from '../licenses/packages.mjs';
import { project } from '../paths.mjs';
import { step } from '../say.mjs';

const dist = join(project, 'dist');
const folder = join(project, 'python/attention_spotlight/static');

/** Rolldown plugin that leaves out the video encoders, because the widget has no animation to record. */
const noEncoders = {
  name: 'spotlight-no-encoders',
  resolveId: (source) => (source.startsWith('./encoders/') ? '\0no-encoders' : null),
  load: (id) => (id === '\0no-encoders' ? 'export {};' : null),
};

const noModel = {
  name: 'spotlight-no-model',
  resolveId: (source, importer) =>
    importer && resolve(dirname(importer), source) === join(dist, 'element/source/shared-engine.js')
      ? join(dist, 'notebook/no-model.js')
      : null,
};

/**
 * Rolldown plugin that adds the license notices to the widget's module, and escapes the module for embedding in HTML: a
 * closing script tag in it would end the script of an exported page.
 */
const asPartOfPage = {
  name: 'spotlight-part-of-page',
  generateBundle(_options, bundle) {
    const texts = packagesOf(bundle).map((name) => `${name}:\n\n${noticeOf(name).text}`);
    const own = `attention-spotlight:\n\n${readFileSync(join(project, 'LICENSE'), 'utf8')}`;
    for (const chunk of Object.values(bundle)) {
      const code = chunk.code.replace(/<(\/?script|!--)/gi, String.raw`\x3C$1`);
      chunk.code = `/*! ${[own, ...texts].join('\n\n')} */\n${code}`;
    }
  },
};

/** Allowed values of one property of the <attention-spotlight> element. */
function namesOf(property) {
  const { tags } = JSON.parse(readFileSync(join(dist, 'vscode.html-custom-data.json'), 'utf8'));
  return tags[0].attributes.find(({ name }) => name === property).values.map(({ name }) => name);
}

export async function buildNotebook() {
  await step('building the widget for notebooks', async () => {
    const { rolldown } = await import('rolldown');
    const built = await rolldown({
      input: join(dist, 'notebook/widget.js'),
      platform: 'browser',
      logLevel: 'warn',
      plugins: [noModel, noEncoders, asPartOfPage],
    });
    rmSync(folder, { recursive: true, force: true });
    await built.write({ file: join(folder, 'widget.js'), codeSplitting: false, format: 'es', minify: true });
    await built.close();
    const values = Object.fromEntries(['view', 'lang', 'theme'].map((name) => [name, namesOf(name)]));
    writeFileSync(join(folder, 'values.json'), `${JSON.stringify(values)}\n`);
  });
}
