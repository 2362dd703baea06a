/**
 * Font family for quotation marks, dashes and ellipses in Chinese text. It precedes other families (also in
 * page/fonts.css): English uses the same characters, and a Latin font would draw them at half the width.
 */
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

/**
 * Defines the font family for Chinese punctuation in a page, from fonts of the system. Shadow trees cannot have their
 * own fonts.
 */
export function addCjkPunctuationFont(page: Document): void {
  if (pages.has(page) || !('FontFace' in globalThis)) return;
  pages.add(page);
  const source = FONTS.map((name) => `local("${name}")`).join(', ');
  page.fonts.add(new FontFace(CJK_PUNCTUATION, source, { unicodeRange: CHARACTERS }));
}
