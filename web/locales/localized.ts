// Loads texts of the pages, which each language has in files of their own. A language may lack some of them.
import type { Language } from './index.js';

/** Functions that import a file of texts, by the file's path, as `import.meta.glob` returns them. */
type TextFiles<Texts> = Readonly<Record<string, () => Promise<Texts>>>;

/**
 * Loads a file of texts in a language; in English if the language does not have the file.
 * @param file path of the file in the folder of a language, such as 'pages/page.ts'
 * @throws RangeError if there is no such file in English
 */
export function loadLocalized<Texts>(files: TextFiles<Texts>, language: Language, file: string): Promise<Texts> {
  const fileIn = (each: Language) => Object.keys(files).find((path) => path.endsWith(`/locales/${each}/${file}`));
  const path = fileIn(language) ?? fileIn('en');
  if (path === undefined) throw new RangeError(`file: expected a file of web/locales/en, got ${file}`);
  return files[path]!();
}
