// Tests the training program: the guarantees of its templates for generated sentences, and a complete run on small data
// that the test generates.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './paths.mjs';
import { findTrainingPython, NEEDS } from './python.mjs';
import { run, step } from './say.mjs';

const training = join(project, 'training');
const folder = join(project, 'build/smoke');

/** Runs the whole test. Resolves with a summary line that tells what was tested, or why the test was skipped. */
export async function testTraining() {
  const python = await findTrainingPython();
  if (!python) return `left out: ${NEEDS}`;
  await step('testing the readers and templates of the training text', () =>
    run(python, ['-m', 'unittest', 'test_templates', 'test_data'], { cwd: training }),
  );
  await step('training a small model, resuming it, and comparing it with the engine', async () => {
    rmSync(folder, { recursive: true, force: true });
    await run(python, ['smoke.py', folder], { cwd: training });
    await run(process.execPath, ['smoke.mjs', folder], { cwd: training, show: true });
  });
  return 'readers, templates and a small model passed';
}
