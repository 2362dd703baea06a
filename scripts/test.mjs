// npm test: runs lint, C++ tests, engine tests, page tests, tests of the package in other programs and a short fuzz
// test, from a clean checkout. Prints each runner's summary line at the end. `npm test -- view/ledger` only runs the
// Jest test files whose paths match.
import { buildNotebook } from './notebook/build.mjs';
import { buildPackage } from './build-package.mjs';
import { buildPage, buildSingleFile } from './build-page.mjs';
import { buildWasm } from './build-wasm.mjs';
import { fuzz } from './fuzz/package.mjs';
import { lintCpp, lintScripts } from './lint.mjs';
import { npmPackages } from './npm-packages.mjs';
import { command, isProgram } from './say.mjs';
import { testBrowser } from './test-browser.mjs';
import { testConsumers } from './test-consumers.mjs';
import { testCpp } from './test-cpp.mjs';
import { testEngine, testMatching } from './test-engine.mjs';

/** Sum of all numbers that a pattern finds in a test runner's summary line. */
const count = (line, pattern) =>
  Array.from(line.matchAll(pattern), ([, number]) => Number(number)).reduce((a, b) => a + b, 0);

export async function test({ env } = {}) {
  await npmPackages();
  await buildWasm();
  await buildPackage();
  await buildNotebook();
  await Promise.all([buildPage(), buildSingleFile()]);
  // The linters and the fuzz test use one thread each, so each runs in parallel with other tests.
  const [cpp] = await Promise.all([testCpp(), lintScripts()]);
  await lintCpp();
  const engine = await testEngine({ env });
  const page = await testBrowser({ env });
  const [consumers, attack] = await Promise.all([testConsumers(), fuzz()]);
  const passed =
    count(cpp, /(?:PASSED +\] |out of )(\d+)/g) +
    [engine, page, consumers].reduce((sum, line) => sum + count(line, /(\d+) passed/g), 0);
  console.log(
    `\nC++   ${cpp}\nJest  ${engine}\nPage  ${page}\nUsers ${consumers}\nFuzz  ${attack.replace('fuzz: ', '')}\n\n${passed} passed, 0 failed`,
  );
}

if (isProgram(import.meta.filename)) {
  const patterns = process.argv.slice(2);
  await command(() => (patterns.length > 0 ? testMatching(patterns) : test()));
}
