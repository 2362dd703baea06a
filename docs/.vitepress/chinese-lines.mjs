// Joins lines of Chinese text: Chinese has no spaces, so a line break in the source between two Chinese characters must
// not become one.

const PUNCTUATION = /[\u3000-\u303f\uff00-\uffef“”‘’—…]$/u;
const CHINESE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef“”‘’—…]/u;

const isBetweenChinese = (before, after) =>
  PUNCTUATION.test(before) || (CHINESE.test(before.slice(-1)) && CHINESE.test(after.slice(0, 1)));

/** Text directly before or after a line break, even if it is emphasized. */
const textBeside = (children, index, step) => {
  let at = index + step;
  while (children[at] && children[at].content === '') at += step;
  return children[at]?.content ?? '';
};

export function chineseLines(markdown) {
  markdown.core.ruler.push('chinese-lines', ({ tokens }) => {
    for (const { children } of tokens) {
      children?.forEach((token, index) => {
        if (token.type !== 'softbreak') return;
        if (!isBetweenChinese(textBeside(children, index, -1), textBeside(children, index, 1))) return;
        Object.assign(token, { type: 'text', content: '' });
      });
    }
  });
}
