// Formats text as fields of a spreadsheet table, for files and the clipboard.

/**
 * Prefixes that make a spreadsheet interpret a field as a formula (OWASP, “CSV Injection”), including the full-width signs
 * that Excel treats alike.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Formats a token as a field. A potential formula is prefixed with an apostrophe; text that would end the field is quoted
 * (RFC 4180).
 * @param separator field separator: a comma or a tab
 */
export function textField(token: string, separator: string): string {
  const text = FORMULA.test(token) ? `'${token}` : token;
  const needsQuotes = [separator, '"', '\r', '\n'].some((each) => text.includes(each));
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats a number as a field; −∞, which spreadsheets do not support, becomes text without a leading ASCII sign. */
export const numberField = (value: number): string => (value === -Infinity ? '−∞' : String(value));
