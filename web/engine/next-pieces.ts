// From the decoder's scores to what it would say next.
import type { NextPiece } from './run.js';
import type { TargetPieces } from '../text/target-pieces.js';

/** Signs that are never said: the end is. */
const UNSPOKEN = ['<padding>', '<to-zh>', '<to-en>', '<unknown>'];

/** The likeliest piece, and some candidates with their probabilities (softmax over all pieces). scores [vocabulary] */
export function likeliest(
  scores: Float32Array,
  pieces: TargetPieces,
  count: number,
): { best: number; candidates: NextPiece[] } {
  for (const sign of UNSPOKEN) scores[pieces.id(sign)] = -Infinity;
  const best: number[] = [];
  let sum = 0;
  let largest = -Infinity;
  for (let id = 0; id < scores.length; ++id) {
    const score = scores[id]!;
    if (score > largest) {
      sum *= Math.exp(largest - score);
      largest = score;
    }
    if (score > -Infinity) sum += Math.exp(score - largest);
    if (best.length === count && score <= scores[best[count - 1]!]!) continue;
    const place = best.findIndex((other) => scores[other]! < score);
    best.splice(place < 0 ? best.length : place, 0, id);
    best.length = Math.min(best.length, count);
  }
  const end = pieces.id('<end>');
  const candidates = best.map((id) => ({
    text: id === end ? '' : pieces.decode([id]).text,
    probability: Math.exp(scores[id]! - largest) / sum,
  }));
  return { best: best[0]!, candidates };
}
