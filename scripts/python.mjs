// The Python interpreter of the training program, at the path PYTHON, with the packages of training/requirements.txt
// from PyPI.
import { CommandError, run } from './say.mjs';

export const NEEDS = 'PYTHON names no Python that has the packages of training/requirements.txt';

/** Finds the training program's Python. Resolves with its path, or with null if it lacks a package. */
export async function findTrainingPython() {
  const python = process.env.PYTHON ?? 'python3';
  try {
    await run(python, ['-c', 'import conllu, numpy, opencc, sacrebleu, torch'], { quiet: true });
    return python;
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}

/**
 * Finds the training program's Python. Resolves with its path.
 * @throws CommandError with installation instructions if a package is missing
 */
export async function trainingPython() {
  const python = await findTrainingPython();
  if (python) return python;
  throw new CommandError(
    `${NEEDS}: python3 -m venv build/venv && build/venv/bin/pip install -r training/requirements.txt, then PYTHON=build/venv/bin/python`,
  );
}
