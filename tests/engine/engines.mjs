// Engines for the tests, one for every build that this Node can run. The build with relaxed SIMD requires Node 22, or a
// flag that scripts/test-engine.mjs sets.
import { createEngine } from 'attention-spotlight';

export const BUILDS = /** @type {const} */ (['simd', 'relaxed']);

/**
 * Builds for tests that do not depend on arithmetic, such as tests of memory and workers: all builds in `npm run
 * test:full`; in `npm test`, only the build that most browsers use.
 */
export const SOME_BUILDS = process.env.FULL ? BUILDS : BUILDS.slice(1);

export const engines = Object.fromEntries(
  await Promise.all(BUILDS.map(async (build) => [build, await createEngine({ build })])),
);
