/**
 * Matches the characters at the beginning of a field that make a spreadsheet interpret it as a formula (OWASP, “CSV
 * Injection”). They include the full-width signs, which Excel treats in the same way.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Formats a token as a field of a spreadsheet table. A field that might be a formula gets an apostrophe in front; text
 * that would end the field is quoted (RFC 4180).
 * @param separator field separator: a comma or a tab
 */
export function textField(token: string, separator: string): string {
  const text = FORMULA.test(token) ? `'${token}` : token;
  const needsQuotes = [separator, '"', '\r', '\n'].some((each) => text.includes(each));
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Formats a number as a field of a spreadsheet table. Spreadsheets lack −∞, so it becomes text that does not begin with
 * an ASCII sign.
 */
export const numberField = (value: number): string => (value === -Infinity ? '−∞' : String(value));
