// What a recurrent network keeps of each word: h = tanh(W·h + U·x), with random weights, word after word.

const SIZE = 16;
const GAIN = 0.9; // of W: what a trained network's is about

/** Normal numbers of a seed (mulberry32, Box–Muller). */
function normals(seed: number, count: number): number[] {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  );
}

const seedOf = (word: string): number =>
  Array.from(word).reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) >>> 0, 7);

type Square = readonly (readonly number[])[];

const weightsOf = (seed: number, gain: number): Square =>
  Array.from({ length: SIZE }, (_, row) => normals(seed + row, SIZE).map((x) => (x * gain) / Math.sqrt(SIZE)));

const applied = (matrix: Square, vector: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, weight, at) => sum + weight * vector[at]!, 0));

const norm = (matrix: Square): number => Math.sqrt(matrix.flat().reduce((sum, x) => sum + x * x, 0));

/**
 * How much the last state changes when a word changes a little: ‖∂h_n/∂x_t‖ for each word, the last word's being 1.
 * @returns [words]
 */
export function whatIsKept(words: readonly string[]): number[] {
  const w = weightsOf(1, GAIN);
  const u = weightsOf(101, 1);
  let state: number[] = Array.from({ length: SIZE }, () => 0);
  const slopes = words.map((word) => {
    const [past, present] = [applied(w, state), applied(u, normals(seedOf(word), SIZE))];
    state = past.map((x, at) => Math.tanh(x + present[at]!));
    return state.map((h) => 1 - h * h);
  });
  // Back from the last word: ∂h_n/∂x_t = D_n·W·D_{n−1}·W … D_t·U.
  let onward: Square = Array.from({ length: SIZE }, (_, row) =>
    Array.from({ length: SIZE }, (_c, at) => Number(at === row)),
  );
  const kept = words.map(() => 0);
  for (let t = words.length - 1; t >= 0; t--) {
    const through = onward.map((row) => row.map((x, at) => x * slopes[t]![at]!));
    const times = (matrix: Square): Square =>
      through.map((row) =>
        matrix[0]!.map((_, column) => row.reduce((sum, x, at) => sum + x * matrix[at]![column]!, 0)),
      );
    kept[t] = norm(times(u));
    onward = times(w);
  }
  return kept.map((each) => each / kept.at(-1)!);
}
