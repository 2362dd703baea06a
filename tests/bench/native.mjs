// Measures the benchmark's workloads with the native build of the library.
import { join } from 'node:path';
import { compile, configure } from '../../scripts/cmake.mjs';
import { build } from '../../scripts/paths.mjs';
import { run } from '../../scripts/say.mjs';
import { native } from '../../scripts/toolchain/native.mjs';

const folder = join(build, 'release');

/**
 * Resolves with { compiler, times }: the first line of `c++ --version`, and the median of each workload in
 * milliseconds.
 */
export async function measureNatively({ seconds }) {
  const tools = await native();
  await configure('release', folder, tools);
  await compile(folder, tools, 'spotlight_bench');
  const compiler = await run(tools.env.CXX ?? 'c++', ['--version'], tools);
  const times = JSON.parse(await run(join(folder, 'tests/bench/spotlight_bench'), [String(seconds)]));
  return { compiler: compiler.split('\n')[0], times };
}
