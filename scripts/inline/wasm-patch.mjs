// Creates the binary patches that web/engine-inline/patch.ts applies. A patch turns one .wasm file into another.
const KEY = 8; // number of bytes looked up in the base to find a copy
const MIN_COPY = 12; // minimum length at which a copy saves bytes

/** Encodes an unsigned integer in LEB128, as an array of bytes. */
function number(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
}

/** Positions of each sequence of KEY bytes in the base file of the patch. */
function placesIn(base) {
  const places = new Map();
  for (let at = 0; at + KEY <= base.length; at++) {
    const key = base.toString('latin1', at, at + KEY);
    if (!places.has(key)) places.set(key, []);
    places.get(key).push(at);
  }
  return places;
}

export function patchOf(base, target) {
  const places = placesIn(base);
  const lengthOfCopy = (from, to) => {
    let length = 0;
    while (to + length < target.length && base[from + length] === target[to + length]) length++;
    return length;
  };
  const patch = number(target.length);
  let added = [];
  let end = 0; // position in the base at which the last copy ended
  const copy = (from, length) => {
    patch.push(...number(added.length), ...added, ...number(length));
    patch.push(...number(from < end ? 2 * (end - from) - 1 : 2 * (from - end)));
    added = [];
    end = from + length;
  };
  for (let at = 0; at < target.length;) {
    const candidates = places.get(target.toString('latin1', at, at + KEY)) ?? [];
    const [length, from] = candidates.reduce(
      (best, place) => {
        const found = lengthOfCopy(place, at);
        return found > best[0] ? [found, place] : best;
      },
      [0, 0],
    );
    if (length < MIN_COPY) added.push(target[at++]);
    else {
      copy(from, length);
      at += length;
    }
  }
  if (added.length > 0) copy(end, 0);
  return Buffer.from(patch);
}
