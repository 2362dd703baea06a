// Concatenation of the parts of a file or a tensor into one sequence of bytes. A Blob would copy the parts to the
// browser process and back.

interface Whole {
  set: (part: ArrayLike<number>, at: number) => void;
}

export function concatenated<Result extends Whole>(
  Type: new (length: number) => Result,
  parts: readonly ArrayLike<number>[],
): Result {
  const whole = new Type(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}
