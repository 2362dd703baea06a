// Quotation marks, dashes and ellipses from a Chinese font. Chinese and English share these characters; a Latin font in
// first place, for letters and digits, would draw them at half the width.

/** Family that precedes the others in Chinese text; page/fonts.css names it too. */
export const CJK_PUNCTUATION = 'Spotlight Chinese marks';
const CHARACTERS = 'U+2014, U+2018, U+2019, U+201C, U+201D, U+2026';
const FONTS = [
  'PingFangSC-Regular',
  'PingFang SC',
  'Microsoft YaHei',
  'MicrosoftYaHei',
  'NotoSansCJKsc-Regular',
  'Noto Sans CJK SC',
  'Source Han Sans SC',
];

const pages = new WeakSet<Document>();

/** Adds the family to a page, from system fonts. Shadow trees cannot have fonts of their own. */
export function addCjkPunctuationFont(page: Document): void {
  if (pages.has(page) || !('FontFace' in globalThis)) return;
  pages.add(page);
  const source = FONTS.map((name) => `local("${name}")`).join(', ');
  page.fonts.add(new FontFace(CJK_PUNCTUATION, source, { unicodeRange: CHARACTERS }));
}
