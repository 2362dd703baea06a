/**
 * Evaluates a displayed formula of numbers, √, e^(…), tanh(…) and × ÷ + − in double precision.
 * @param names values of the symbols in the formula, such as Σ
 */
export function evaluate(text, names = {}) {
  const tokens = text.match(/tanh|e\^|√|[()×÷+−]|∞|\d+(?:\.\d+)?|\p{L}/gu) ?? [];
  if (tokens.join('') !== text.replace(/\s/g, '')) throw new SyntaxError(`cannot read ${text}`);
  let at = 0;
  const expect = (token) => {
    if (tokens[at++] !== token) throw new SyntaxError(`expected ${token} in ${text}`);
  };
  const atom = () => {
    const token = tokens[at++];
    if (token === '−') return -atom();
    if (token === '√') return Math.sqrt(atom());
    if (token === '∞') return Infinity;
    if (token === 'e^') return Math.exp(atom());
    if (token === 'tanh') return Math.tanh(atom());
    if (token === '(') {
      const value = sum();
      expect(')');
      return value;
    }
    if (Object.hasOwn(names, token)) return names[token];
    if (!/^\d/.test(token ?? '')) throw new SyntaxError(`expected a number in ${text}, got ${token}`);
    return Number(token);
  };
  const product = () => {
    let value = atom();
    while (tokens[at] === '×' || tokens[at] === '÷') value = tokens[at++] === '×' ? value * atom() : value / atom();
    return value;
  };
  const sum = () => {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '−')
      value = tokens[at++] === '+' ? value + product() : value - product();
    return value;
  };
  const value = sum();
  if (at < tokens.length) throw new SyntaxError(`unexpected ${tokens[at]} in ${text}`);
  return value;
}

/** Expressions between the equals signs of a displayed line, without the name at its start. */
export const sidesOf = (line) =>
  line
    .filter(({ isName }) => !isName)
    .map(({ text }) => text)
    .join('')
    .split(' = ');

export const nameOf = ([first]) => (first.isName ? first.text : '');

const digitsOf = (text) => text.split('.')[1]?.length ?? 0;

/** Text of a number as the element displays it with `digits` decimals. */
export const written = (value, digits) => {
  if (!Number.isFinite(value)) return value === -Infinity ? '−∞' : String(value);
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
};

/**
 * Computes every side of a displayed line of arithmetic.
 * @returns `result`, the text after the last equals sign; `computed`, the other sides, computed and written with the
 * same number of decimals
 */
export function checkLine(line, names = {}) {
  const sides = sidesOf(line);
  const result = sides.at(-1);
  const computed = sides.slice(0, -1).map((side) => written(evaluate(side, names), digitsOf(result)));
  return { result, computed };
}
