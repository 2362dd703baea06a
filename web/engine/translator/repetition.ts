/**
 * True if a generated text repeats itself at its end: a sequence of two or more tokens occurs twice in a row, or one
 * token three times.
 * @param isMark returns true for punctuation marks, which may be repeated, as in "…"
 */
export function endsInLoop(ids: readonly number[], isMark: (id: number) => boolean): boolean {
  const last = ids.length - 1;
  const isSame = (length: number, times: number) => {
    if (length * times > ids.length) return false;
    for (let at = last; at > last - length * (times - 1); --at) if (ids[at] !== ids[at - length]) return false;
    return true;
  };
  if (ids.length >= 3 && !isMark(ids[last]!) && isSame(1, 3)) return true;
  for (let length = 2; 2 * length <= ids.length; ++length) if (isSame(length, 2)) return true;
  return false;
}
