// The product's text functions as a service for the training program, so that words, features and target tokens are
// defined in one place. The service reads one JSON request from standard input and writes its answer to standard
// output:
//   { "segment": [text…] }                         → [[[word, start, end]…]…]
//   { "features": [word…], "buckets": {…} }        → [[rows, weights]…]
//   { "target": [text…], "vocabulary": [token…] }  → [[[id, start, end]…]…]
import { readFileSync } from 'node:fs';
import { tokenize } from '../dist/text/tokenize.js';
import { TargetTokenizer } from '../dist/text/target-tokens.js';
import { wordFeatures } from '../dist/text/word-features.js';

const request = JSON.parse(readFileSync(0, 'utf8'));

function answer() {
  if (request.segment)
    return request.segment.map((text) => tokenize(text).map((token) => [token.text, token.start, token.end]));
  if (request.features) {
    return request.features.map((word) => {
      const { rows, weights } = wordFeatures(word, request.buckets);
      return [rows, weights];
    });
  }
  if (request.target) {
    const target = new TargetTokenizer(request.vocabulary);
    return request.target.map((text) => target.encode(text).map(({ id, start, end }) => [id, start, end]));
  }
  throw new Error(`expected "segment", "features" or "target", got ${Object.keys(request).join(', ')}`);
}

process.stdout.write(JSON.stringify(answer()));
