// A recurrent network with random weights, h_t = tanh(W·h_{t−1} + U·x_t), and the gradient of its last state.

/** Units of the state, and components of each x_t. */
const SIZE = 16;
/** The entries of W have the standard deviation GAIN / √SIZE, so that W has a spectral radius of about GAIN. */
const GAIN = 0.9;
const [SEED_W, SEED_U] = [1, 101];

type Matrix = readonly (readonly number[])[];

/** `count` standard normal numbers (mulberry32, Box–Muller). */
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

/** [SIZE, SIZE] */
const randomMatrix = (seed: number, gain: number): Matrix =>
  Array.from({ length: SIZE }, (_, row) => normals(seed + row, SIZE).map((x) => (x * gain) / Math.sqrt(SIZE)));

/** x_t: the same for the same text, [SIZE]. */
const embedding = (token: string): number[] =>
  normals(
    Array.from(token).reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)!) >>> 0, 7),
    SIZE,
  );

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
const matvec = (matrix: Matrix, vector: readonly number[]): number[] => matrix.map((row) => dot(row, vector));
const transpose = (matrix: Matrix): Matrix => matrix[0]!.map((_, column) => matrix.map((row) => row[column]!));
const matmul = (a: Matrix, b: Matrix): Matrix => {
  const columns = transpose(b);
  return a.map((row) => matvec(columns, row));
};
const frobeniusNorm = (matrix: Matrix): number => Math.hypot(...matrix.flat());
const identity: Matrix = Array.from({ length: SIZE }, (_r, row) =>
  Array.from({ length: SIZE }, (_c, column) => Number(row === column)),
);

/** The diagonals of D_t = ∂h_t/∂(W·h_{t−1} + U·x_t): tanh′ at each token, [tokens, SIZE]. */
function tanhDerivatives(tokens: readonly string[], w: Matrix, u: Matrix): Matrix {
  let state = new Array<number>(SIZE).fill(0);
  return tokens.map((token) => {
    const input = matvec(u, embedding(token));
    state = matvec(w, state).map((x, i) => Math.tanh(x + input[i]!));
    return state.map((h) => 1 - h * h);
  });
}

/**
 * ‖∂h_n/∂x_t‖ for each token t, divided by that of the last token: how much the last state changes when a token changes
 * a little. ∂h_n/∂x_t = D_n·W·D_{n−1}·W … D_t·U.
 * @returns [tokens]
 */
export function gradientNormPerToken(tokens: readonly string[]): number[] {
  const [w, u] = [randomMatrix(SEED_W, GAIN), randomMatrix(SEED_U, 1)];
  const derivatives = tanhDerivatives(tokens, w, u);
  const norms = new Array<number>(tokens.length);
  let chain = identity; // D_n·W·D_{n−1}·W … up to, without, D_t
  for (let t = tokens.length - 1; t >= 0; t--) {
    const withDerivative = chain.map((row) => row.map((x, i) => x * derivatives[t]![i]!));
    norms[t] = frobeniusNorm(matmul(withDerivative, u));
    chain = matmul(withDerivative, w);
  }
  return norms.map((norm) => norm / norms.at(-1)!);
}
