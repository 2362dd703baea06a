// The texts of the interface by language, with those that a page loads when they are needed.
import { CHAPTER_IDS } from '../../../web/course/chapters/index.js';
import { LANGUAGES } from '../../../web/locales/index.js';

const inEach = async (textsOf) =>
  Object.fromEntries(
    await Promise.all(
      LANGUAGES.map(async (language) => [
        language,
        await textsOf((file) => import(`../../../web/locales/${language}/${file}.js`)),
      ]),
    ),
  );

/** Texts of the element, and of the page around it, by language. */
export const messagesIn = await inEach(async (file) => ({
  ...(await file('element')).element,
  ...(await file('pages/page')).page,
}));

/** Texts of the element that are loaded later, by language. */
export const lazyTextsIn = await inEach(async (file) => ({
  ...(await file('details')).details,
  cards: (await file('cards')).cards,
}));

/** A chapter that a language lacks is in English. */
async function chapterIn(file, id) {
  const own = await file(`pages/course/chapters/${id}`).catch(() => null);
  const { chapter } = own ?? (await import(`../../../web/locales/en/pages/course/chapters/${id}.js`));
  return [id, chapter];
}

export const courseIn = await inEach(async (file) => ({
  ...(await file('pages/course/index')).course,
  chapters: Object.fromEntries(await Promise.all(CHAPTER_IDS.map((id) => chapterIn(file, id)))),
}));

export const trainingTextsIn = await inEach(async (file) => (await file('pages/training')).training);

export const insideTextsIn = await inEach(async (file) => (await file('pages/inside')).inside);

export const presentingTextsIn = await inEach(async (file) => (await file('pages/presenting')).presenting);

/** Glosses of tokens of the other language, for who reads this one. */
export const glossesIn = await inEach(async (file) => (await file('pages/glosses')).glosses);
