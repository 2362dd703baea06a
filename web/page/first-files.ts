// Preloads the default model's files while the page's scripts are still loading; the engine would request them only
// after all scripts have run. This is a separate module, loaded before the others (vite.config.js).
const FILES = [
  new URL('../../models/default/model.safetensors', import.meta.url),
  new URL('../../models/default/config.json', import.meta.url),
  new URL('../../models/default/tokenizer.json', import.meta.url),
];

/**
 * Matches a URL that does not need the default model: it opens another model, or “Look inside”, in which the user opens
 * one.
 */
const ANOTHER_MODEL = /[?&#](model|inside)(=|&|$)/;

if (!ANOTHER_MODEL.test(location.search + location.hash)) {
  for (const { href } of FILES) {
    const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: '', href });
    document.head.append(link);
  }
}
