// The package's classic script on pages that are not UTF-8 or declare no encoding, in which a browser decodes scripts
// that have no encoding of their own.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { application } from './setup.mjs';
import { serve } from '../serve.mjs';

const dist = join(application, 'node_modules/attention-spotlight/dist');

/**
 * Encodings of the test pages: the browser's name of the encoding, a sentence, and the sentence's bytes in that
 * encoding.
 */
const ENCODINGS = {
  none: { name: 'windows-1252', text: 'I love Beijing', bytes: '49206c6f7665204265696a696e67' },
  gbk: { name: 'GBK', text: '我爱北京', bytes: 'ced2b0aeb1b1bea9' },
  big5: { name: 'Big5', text: '我愛北京', bytes: 'a7dab752a55fa8ca' },
};

function folderIn(label, bytes) {
  const folder = join(application, 'encodings', label);
  mkdirSync(folder, { recursive: true });
  const charset = label === 'none' ? '' : `<meta charset="${label}">`;
  const before = `<!doctype html>${charset}<script src="spotlight.js"></script><attention-spotlight lang="zh" text="`;
  const page = [Buffer.from(before), Buffer.from(bytes, 'hex'), Buffer.from('"></attention-spotlight>')];
  writeFileSync(join(folder, 'index.html'), Buffer.concat(page));
  cpSync(join(dist, 'inline/attention-spotlight.classic.js'), join(folder, 'spotlight.js'));
  return folder;
}

for (const [label, { name, text, bytes }] of Object.entries(ENCODINGS)) {
  for (const [where, serveFolder] of [
    ['from the disk', (folder) => ({ origin: pathToFileURL(folder).href, close: () => undefined })],
    ['over HTTP', (folder) => serve({ '/': folder })],
  ]) {
    test(`a page with the charset ${label}, ${where}`, async ({ page }) => {
      const errors = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      const { origin, close } = await serveFolder(folderIn(label, bytes));
      try {
        await page.goto(`${origin}/index.html`);
        expect(await page.evaluate(() => globalThis.document.characterSet)).toBe(name);
        expect(errors).toEqual([]);
        const element = page.locator('attention-spotlight');
        await element.evaluate((each) => each.ready);
        expect(await element.evaluate((each) => each.text)).toBe(text);
        const shown = await element.evaluate(({ shadowRoot }) => shadowRoot.textContent);
        expect(shown).toContain('关注');
        const styles = await element.evaluate(({ shadowRoot }) =>
          shadowRoot.adoptedStyleSheets
            .flatMap(({ cssRules }) => Array.from(cssRules, ({ cssText }) => cssText))
            .join(''),
        );
        expect(styles).toContain('→');
      } finally {
        close();
      }
    });
  }
}

test('every classic script of the package says that it is UTF-8', () => {
  for (const file of ['inline/attention-spotlight.classic.js', 'engine-inline/classic/attention-spotlight-engine.js']) {
    expect(readFileSync(join(dist, file), 'utf8').codePointAt(0)).toBe(0xfeff);
  }
});
