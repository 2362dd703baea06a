// Corpus BLEU (Papineni et al. 2002), computed by sacrebleu in the Python that PYTHON names.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('bleu.py', import.meta.url));

/**
 * Computes BLEU for lists of translations.
 * @param tasks lists of { language: 'en' | 'zh', translations, references, lowercase }, of complete texts
 * @returns for each list { score: 0 … 100, signature }
 */
export function bleu(tasks) {
  const input = tasks.map((task) => `${JSON.stringify(task)}\n`).join('');
  return execFileSync(process.env.PYTHON, [program], { input, encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
