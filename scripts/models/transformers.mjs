// The Python interpreter, at the path PYTHON, that runs Hugging Face's transformers in tests that compare with them.
import { CommandError, run } from '../say.mjs';

export const python = process.env.PYTHON ?? 'python3';

/** True if the Python at the path PYTHON has torch, transformers, safetensors, and the other given packages. */
export const hasTransformers = (others = []) =>
  run(python, ['-c', `import ${['torch', 'transformers', 'safetensors', ...others].join()}`], { quiet: true }).then(
    () => true,
    (error) => {
      if (error instanceof CommandError) return false;
      throw error;
    },
  );
