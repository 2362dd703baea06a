// Texts of the pages in a language that has only some of them.
import { loadLocalized } from '../../../web/locales/localized.js';

const files = {
  '../locales/en/pages/page.ts': () => Promise.resolve('page in English'),
  '../locales/en/pages/inside.ts': () => Promise.resolve('inside in English'),
  '../locales/zh/pages/page.ts': () => Promise.resolve('page in Chinese'),
};

test('a file is loaded in the language, or in English if the language does not have it', async () => {
  expect(await loadLocalized(files, 'zh', 'pages/page.ts')).toBe('page in Chinese');
  expect(await loadLocalized(files, 'zh', 'pages/inside.ts')).toBe('inside in English');
});

test('a file that English does not have is an error with its name', () => {
  expect(() => loadLocalized(files, 'zh', 'pages/none.ts')).toThrow('got pages/none.ts');
});
