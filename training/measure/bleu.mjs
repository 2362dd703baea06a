// Corpus BLEU (Papineni et al. 2002), computed by sacrebleu in the Python that the environment variable PYTHON names.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('bleu.py', import.meta.url));

/**
 * Computes the BLEU score of each task, a list of translations.
 * @param tasks [{ language: 'en' | 'zh', translations, references, lowercase }], with complete texts
 * @returns for each task { score: 0 … 100, signature }, with sacrebleu's signature
 */
export function bleu(tasks) {
  const input = tasks.map((task) => `${JSON.stringify(task)}\n`).join('');
  return execFileSync(process.env.PYTHON, [program], { input, encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
