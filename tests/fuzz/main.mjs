// Fuzz tests of the package through its public interface: random calls compared with a reference in double precision,
// hostile arguments, changed model files, states of the element. `npm run fuzz -- --minutes 15 --seed 7` sets duration
// and seed; `--only gguf` runs a single attack; `npm run fuzz -- --seed 7 --only hostile:123` repeats a case.
import { parseArgs } from 'node:util';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Random } from '../random.mjs';

/** Time limit of a case in milliseconds, after which it is assumed never to end. */
const STUCK_MILLISECONDS = 60_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    only: { type: 'string' },
    page: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const minutes = Number(values.minutes);
const [attack, chain] = values.only?.split(':') ?? [];
const only = attack ? { attack, chain: chain?.split('.').map(Number) } : null;
const findings = [];

function report(at, finding) {
  findings.push(finding);
  console.log(`FOUND ${at} ${finding}`);
}

/** Runs the fuzz tests that need no page in a separate process. Resolves with the number of cases. */
function attackPackage(milliseconds) {
  const file = fileURLToPath(new URL('./attack.mjs', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, file, JSON.stringify({ seed, milliseconds, only })], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  let [cases, at, isStuck] = [0, 'the start', false];
  const stuck = () => {
    isStuck = true;
    report(at, 'it never returns');
    child.kill('SIGKILL');
  };
  let watch = setTimeout(stuck, STUCK_MILLISECONDS);
  createInterface({ input: child.stdio[3] }).on('line', (line) => {
    const { begin, finding, outcomes, chains, attack: name } = JSON.parse(line);
    if (outcomes !== undefined) {
      return outcomes > 0 && console.log(`${name}: ${outcomes} outcomes, ${chains} chains of changes to go on from`);
    }
    if (finding !== undefined) return report(at, finding);
    [cases, at] = [cases + 1, begin];
    clearTimeout(watch);
    watch = setTimeout(stuck, STUCK_MILLISECONDS);
  });
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(watch);
      if (code !== 0 && !isStuck) report(at, `the process ends with ${signal ?? `code ${code}`}`);
      resolve(cases);
    });
  });
}

async function attackElement(milliseconds) {
  const { openElement, elementState } = await import('./element.mjs');
  const context = await openElement();
  const until = Date.now() + milliseconds;
  let at = only?.chain?.[0] ?? 0;
  do {
    try {
      await elementState(context, new Random(seed, 'element', at));
    } catch (error) {
      report(`element:${at}`, error.message);
    }
    at++;
  } while (!only?.chain && Date.now() < until);
  await context.close();
  return only?.chain ? 1 : at;
}

console.log(`fuzz: seed ${seed}, ${minutes} minutes${values.page ? ', with the element' : ''}`);
const share = minutes * 60_000 * (values.page && !only ? 0.7 : attack === 'element' ? 0 : 1);
const calls = attack === 'element' ? 0 : await attackPackage(share);
const states = values.page && (!only || attack === 'element') ? await attackElement(minutes * 60_000 - share) : 0;
console.log(`fuzz: ${calls} calls, ${states} states of the element, ${findings.length} findings (seed ${seed})`);
process.exitCode = findings.length > 0 ? 1 : 0;
