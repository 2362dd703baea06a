// Texts as fields of a table that a spreadsheet reads, from a file or from the clipboard.

/**
 * Beginnings of a field that a spreadsheet takes for a formula (OWASP, “CSV Injection”), with the full-width signs that
 * Excel takes for theirs.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A token as a field. One that would be a formula gets an apostrophe; one that would end its field is quoted (RFC 4180).
 * @param separator of the fields: a comma or a tab
 */
export function textField(token: string, separator: string): string {
  const text = FORMULA.test(token) ? `'${token}` : token;
  const needsQuotes = [separator, '"', '\r', '\n'].some((each) => text.includes(each));
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A number as a field; −∞, which no spreadsheet knows, as a text that begins with no ASCII sign. */
export const numberField = (value: number): string => (value === -Infinity ? '−∞' : String(value));
