// Engines for the tests: every build that this Node.js can run. Relaxed SIMD needs Node.js 22, or a flag that
// scripts/test-engine.mjs sets.
import { createEngine } from 'attention-spotlight';

export const BUILDS = /** @type {const} */ (['simd', 'relaxed']);

/** Builds for tests that do not depend on arithmetic, such as memory and workers: in `npm test`, the one that most browsers run. */
export const SOME_BUILDS = process.env.FULL ? BUILDS : BUILDS.slice(1);

export const engines = Object.fromEntries(
  await Promise.all(BUILDS.map(async (build) => [build, await createEngine({ build })])),
);
