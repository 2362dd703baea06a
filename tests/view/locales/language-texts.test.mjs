// Texts of the element follow the interface language, even if requests for texts overlap or fail.
import { LanguageTexts } from '../../../web/ui/language-texts.js';

/** Stubs of loaders of texts, by language, whose promises the test settles. */
function textsOf() {
  const loads = {};
  const host = { lang: /** @type {import('../../../web/locales/index.js').Language} */ ('en') };
  const textsIn = (language) =>
    new Promise((resolve, reject) => {
      (loads[language] ??= []).push({ resolve, reject });
    });
  return { host, loads, texts: new LanguageTexts(textsIn, () => host.lang) };
}

test('two that wait at once have the texts, which are loaded once', async () => {
  const { loads, texts } = textsOf();
  const both = Promise.all([texts.load(), texts.load()]);
  loads.en[0].resolve('English');
  await both;
  await texts.load();
  expect([texts.current, loads.en.length]).toEqual(['English', 1]);
});

test('a language that is chosen while another one is loaded is what both wait for', async () => {
  const { host, loads, texts } = textsOf();
  const first = texts.load();
  host.lang = 'zh';
  const second = texts.load();
  loads.zh[0].resolve('中文');
  await second;
  expect(texts.current).toBe('中文');
  loads.en[0].resolve('English');
  await first;
  expect(texts.current).toBe('中文');
});

test('a language that nobody asked for again is loaded when the one before has come', async () => {
  const { host, loads, texts } = textsOf();
  const loaded = texts.load();
  host.lang = 'zh';
  loads.en[0].resolve('English');
  while (!loads.zh) await new Promise((resolve) => setTimeout(resolve));
  loads.zh[0].resolve('中文');
  await loaded;
  expect(texts.current).toBe('中文');
});

test('the first texts that cannot be loaded are an error, and the next call tries again', async () => {
  const { loads, texts } = textsOf();
  const failed = texts.load();
  loads.en[0].reject(new Error('no network'));
  await expect(failed).rejects.toThrow('no network');
  const again = texts.load();
  loads.en[1].resolve('English');
  await again;
  expect(texts.current).toBe('English');
});

test('later ones leave those of the language before, and the error is reported', async () => {
  const { host, loads, texts } = textsOf();
  const reported = [];
  globalThis.reportError = (error) => reported.push(error.message);
  const first = texts.load();
  loads.en[0].resolve('English');
  await first;
  host.lang = 'zh';
  const second = texts.load();
  loads.zh[0].reject(new Error('no network'));
  await second;
  delete globalThis.reportError;
  expect([texts.current, reported]).toEqual(['English', ['no network']]);
});
