/** A number as people write it, also with a decimal comma or a true minus sign. NaN: not a number. */
export function readNumber(text: string): number {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  return plain === '' ? Number.NaN : Number(plain);
}
