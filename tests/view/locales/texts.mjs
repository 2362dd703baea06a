// Texts of the interface by language, including those that are loaded on demand.
import { existsSync } from 'node:fs';
import { CHAPTER_IDS } from '../../../web/course/chapters/index.js';
import { LANGUAGES } from '../../../web/locales/index.js';

/**
 * Loads texts in each language; in English where a language does not have the file. The languages follow one another,
 * since Jest can link only one import at a time, and a language may import the texts of another.
 */
async function inEach(textsOf) {
  const texts = {};
  for (const language of LANGUAGES) {
    texts[language] = await textsOf((file) => {
      const isOwn = existsSync(new URL(`../../../web/locales/${language}/${file}.ts`, import.meta.url));
      return import(`../../../web/locales/${isOwn ? language : 'en'}/${file}.js`);
    });
  }
  return texts;
}

/** Texts of the element and of the page around it, by language. */
export const messagesIn = await inEach(async (file) => ({
  ...(await file('element')).element,
  ...(await file('pages/page')).page,
}));

/** Texts of the element that are loaded on demand, by language. */
export const lazyTextsIn = await inEach(async (file) => ({
  ...(await file('details')).details,
  cards: (await file('cards')).cards,
}));

export const courseIn = await inEach(async (file) => {
  const chapters = [];
  for (const id of CHAPTER_IDS) chapters.push([id, (await file(`pages/course/chapters/${id}`)).chapter]);
  return { ...(await file('pages/course/index')).course, chapters: Object.fromEntries(chapters) };
});

export const worksheetTextsIn = await inEach(async (file) => (await file('pages/worksheet')).worksheet);

export const trainingTextsIn = await inEach(async (file) => (await file('pages/training')).training);

export const insideTextsIn = await inEach(async (file) => (await file('pages/inside')).inside);

export const presentingTextsIn = await inEach(async (file) => (await file('pages/presenting')).presenting);

/** Glosses (translations of single tokens) by the language in which they are written. */
export const glossesIn = await inEach(async (file) => (await file('pages/glosses')).glosses);
