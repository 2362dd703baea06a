// Training with PyTorch, in a separate process that measures itself.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BATCH, MODEL, OPTIMIZER } from './task.mjs';

export async function open({ python, weights, batches }) {
  const program = spawn(python, [join(import.meta.dirname, 'pytorch.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const ask = async (question) => {
    program.stdin.write(`${question}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`${python}: expected an answer, got the end of the program`);
    return JSON.parse(value);
  };
  const numbers = (tensors, of) => Object.fromEntries(Object.entries(tensors).map(([name, each]) => [name, of(each)]));
  const { version } = await ask(
    JSON.stringify({
      model: MODEL,
      optimizer: OPTIMIZER,
      batch: BATCH,
      weights: numbers(weights, ({ data, shape }) => ({ data: [...data], shape })),
      batches: batches.map(({ inputs, targets }) => [[...inputs], [...targets]]),
    }),
  );
  return { version, train: (steps) => ask(steps), close: () => program.stdin.end() };
}
