// Quotation marks, dashes and ellipses of a Chinese font. They are the same characters as in English, and a Latin font
// that stands first, for digits and letters, would draw them half as wide and dots on the line.

/** Stands before the other fonts where a text is Chinese; page/fonts.css names it too. */
export const CHINESE_MARKS = 'Spotlight Chinese marks';
const MARKS = 'U+2014, U+2018, U+2019, U+201C, U+201D, U+2026';
const FONTS = [
  'PingFangSC-Regular',
  'PingFang SC',
  'Microsoft YaHei',
  'MicrosoftYaHei',
  'NotoSansCJKsc-Regular',
  'Noto Sans CJK SC',
  'Source Han Sans SC',
];

const haveThem = new WeakSet<Document>();

/** Makes the family known to a page, out of the fonts that the reader has; shadow trees cannot have one of their own. */
export function addChineseMarks(page: Document): void {
  if (haveThem.has(page)) return;
  haveThem.add(page);
  const source = FONTS.map((name) => `local("${name}")`).join(', ');
  page.fonts.add(new FontFace(CHINESE_MARKS, source, { unicodeRange: MARKS }));
}
