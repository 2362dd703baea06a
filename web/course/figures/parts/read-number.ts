/**
 * Parses a number that the learner has typed, with a decimal point or comma and either minus sign. Returns NaN if it is
 * not a number.
 */
export function readNumber(text: string): number {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  return plain === '' ? Number.NaN : Number(plain);
}
