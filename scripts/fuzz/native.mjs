// npm run fuzz:native: coverage-guided fuzzing of the C++ with libFuzzer, AddressSanitizer and
// UndefinedBehaviorSanitizer (tests/cpp/fuzz). `-- --seconds 60 --target options --seed 7` sets the time per target, a single
// target and the seed; the corpus is stored in build/fuzz/corpus. `-- --target options --replay FILE` reruns one input.
import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compile, configure } from '../cmake.mjs';
import { build, project } from '../paths.mjs';
import { command, CommandError, isProgram, run, say, step } from '../say.mjs';
import { fuzzer, leavesOutFuzzing } from '../toolchain/fuzzer.mjs';

const folder = join(build, 'fuzz');
const ENDING = '_fuzz.cpp';

export const TARGETS = readdirSync(join(project, 'tests/cpp/fuzz'))
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length))
  .sort();

/**
 * libFuzzer's options: maximum input size in bytes, which applies from the beginning, and maximum time per input in
 * seconds.
 */
const LIMITS = ['-max_len=400', '-len_control=0', '-timeout=60'];

const programOf = (target) => join(folder, 'tests/cpp/fuzz', `fuzz_${target}`);

function folderOf(kind, target) {
  const path = join(folder, kind, target);
  mkdirSync(path, { recursive: true });
  return path;
}

async function runTarget(target, { seconds, seed, env }) {
  const output = await run(
    programOf(target),
    [
      `-max_total_time=${seconds}`,
      `-seed=${seed}`,
      ...LIMITS,
      `-artifact_prefix=${folderOf('found', target)}/`,
      folderOf('corpus', target),
    ],
    { env, all: true },
  );
  const [, runs, coverage] = /#(\d+)\s+DONE\s+cov: (\d+)/.exec(output) ?? [];
  if (runs === undefined) throw new CommandError(`fuzz_${target} ended without a result`);
  return { runs: Number(runs), coverage: Number(coverage) };
}

/** Builds the fuzz targets. Resolves with the tools and the environment in which the targets run. */
async function buildTargets() {
  const tools = await fuzzer();
  await configure('fuzz', folder, tools);
  await step('building the targets of libFuzzer', () => compile(folder, tools));
  return tools;
}

/** Runs the fuzz targets. Resolves with a summary line; rejects if a target finds a bug. */
export async function fuzzNative({ seconds = 10, seed = 1, targets = TARGETS } = {}) {
  if (await leavesOutFuzzing()) return 'left out';
  const { env } = await buildTargets();
  let total = 0;
  for (const target of targets) {
    const { runs, coverage } = await step(`fuzzing ${target}`, () => runTarget(target, { seconds, seed, env }));
    say(`${target}: ${runs} inputs, ${coverage} edges`);
    total += runs;
  }
  return `${targets.length} targets, ${total} inputs, nothing found (seed ${seed})`;
}

async function main() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      target: { type: 'string' },
      replay: { type: 'string' },
    },
  });
  const { target, replay } = values;
  if (target !== undefined && !TARGETS.includes(target)) {
    throw new CommandError(`--target: expected one of ${TARGETS.join(', ')}, got '${target}'`);
  }
  if (replay !== undefined) {
    if (target === undefined) throw new CommandError('--replay: expected a --target, got none');
    if (await leavesOutFuzzing()) return;
    const { env } = await buildTargets();
    await run(programOf(target), [resolve(replay)], { env, show: true });
    return;
  }
  const seconds = Number(values.seconds);
  if (!(Number.isInteger(seconds) && seconds > 0)) {
    throw new CommandError(`--seconds: expected a whole number above 0, got '${values.seconds}'`);
  }
  const targets = target === undefined ? TARGETS : [target];
  say(await fuzzNative({ seconds, seed: Number(values.seed), targets }));
}

if (isProgram(import.meta.filename)) await command(main);
