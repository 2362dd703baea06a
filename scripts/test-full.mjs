// npm run test:full: npm test with every combination and thousands of random cases instead of dozens, and further
// tests: threads with ThreadSanitizer, C++ fuzzing, frameworks, other browsers, the documentation website, the Python
// package in JupyterLab and published models (which need PyPI), random models of every family and the values of "Look inside"
// compared with transformers (if PYTHON names a Python that has it), the training speed of the page, the training program on small
// data, and the package as packed by npm.
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
