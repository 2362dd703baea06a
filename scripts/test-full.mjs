// npm run test:full: npm test with thousands of random cases instead of dozens, the training program on small data, and
// the package packed as npm packs it.
import { project } from './paths.mjs';
import { command, run, step } from './say.mjs';
import { test } from './test.mjs';
import { testTraining } from './test-training.mjs';

await command(async () => {
  await test({ env: { PROPERTY_RUNS: '3000' } });
  await testTraining();
  await step('packing the package', () => run('npm', ['pack', '--dry-run'], { cwd: project, show: true }));
});
