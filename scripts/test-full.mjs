// npm run test:full: runs all tests of npm test, with every combination of options and thousands of random cases
// instead of dozens. It also tests threads with ThreadSanitizer, fuzzes the C++, tests frameworks, other browsers, the
// documentation website, the Python package in JupyterLab and published models (which requires PyPI), compares random
// models of every family and the values in "Look inside" with transformers (if PYTHON is the path of a Python with
// transformers), and tests the training speed of the page, the training program on small data, and the package as npm
// packs it.
import { project } from './paths.mjs';
import { command, run, step } from './say.mjs';
import { test } from './test.mjs';
import { fuzzNative } from './fuzz/native.mjs';
import { testThreads } from './test-cpp.mjs';
import { testDocs } from './docs/test.mjs';
import { testFrameworks } from './test-consumers.mjs';
import { testModels } from './models/test.mjs';
import { testInside } from './models/inside.mjs';
import { testParity } from './models/parity.mjs';
import { testNotebook } from './notebook/test.mjs';
import { testOtherBrowsers } from './test-other-browsers.mjs';
import { testLearning } from '../tests/bench/learning.mjs';
import { testTraining } from './test-training.mjs';

await command(async () => {
  await test({ env: { FULL: '1', PROPERTY_RUNS: '3000' } });
  console.log(`Threads    ${await testThreads()}\nFuzz C++   ${await fuzzNative()}`);
  console.log(
    `Frameworks ${await testFrameworks()}\nBrowsers   ${await testOtherBrowsers()}\nModels     ${await testModels()}\nParity     ${await testParity()}\nInside     ${await testInside()}\nNotebook   ${await testNotebook()}\nDocs       ${await testDocs()}`,
  );
  await testLearning();
  console.log(`Training   ${await testTraining()}`);
  await step('packing the package', () => run('npm', ['pack', '--dry-run'], { cwd: project, show: true }));
});
