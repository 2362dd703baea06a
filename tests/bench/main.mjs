// npm run bench: compares Spotlight with its peers, in Chromium and in Node, and writes BENCHMARKS.md. `--seconds 3`
// sets the time per workload, `--only W1,W2` selects workloads, `--dry` writes nothing.
import { parseArgs } from 'node:util';
import { command, step } from '../../scripts/say.mjs';
import { buildBenchPage, buildCeiling, installPeers } from './build.mjs';
import { measureInChromium } from './chromium.mjs';
import { measureNatively } from './native.mjs';
import { PEERS } from './peers/index.mjs';
import { report } from './report.mjs';
import { sizes } from './sizes.mjs';
import { WORKLOADS } from './workloads.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    only: { type: 'string', default: [...Object.keys(WORKLOADS), 'W7', 'W8'].join(',') },
    dry: { type: 'boolean', default: false },
  },
});

await command(async () => {
  await installPeers();
  // node.mjs is imported here rather than at the top of the file, since it imports packages that have only just been
  // installed.
  const { measureInNode } = await import('./node.mjs');
  await buildCeiling();
  await buildBenchPage();
  const settings = {
    workloads: options.only.split(','),
    seconds: Number(options.seconds),
    rounds: 9,
    rarely: Object.keys(PEERS).filter((name) => PEERS[name].slow),
  };
  const chromium = await step('measuring in Chromium', () => measureInChromium(settings));
  const node = await step('measuring in Node', () => measureInNode(settings));
  const native = await step('measuring the native library', () => measureNatively(settings));
  await report({ chromium, node, native, sizes: await sizes() }, { write: !options.dry });
});
