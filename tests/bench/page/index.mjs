// Page of the benchmark that contains all peers (compared libraries and builds), each in a separate frame, so that they
// are in one process and on one thread.
import { ceilingRunners } from '../ceiling.mjs';
import { interleaved } from '../interleaved.mjs';
import { frameOf } from './frames.mjs';

const frames = {};

/** Measures one workload with all peers, and the machine's upper limits with and without relaxed SIMD. */
window.measure = async (workload, peers, settings) => {
  const prepared = {};
  for (const peer of peers) {
    frames[peer] ??= await frameOf('peer', peer);
    prepared[peer] = await frames[peer].prepare(workload);
  }
  const ceilings = {};
  for (const build of ['simd', 'relaxed']) {
    const bytes = await (await fetch(`/ceiling/${build}.wasm`)).arrayBuffer();
    for (const [loop, runner] of Object.entries(await ceilingRunners(bytes))) ceilings[`${build} ${loop}`] = runner;
  }
  const all = { ...prepared, ...ceilings };
  const runners = Object.fromEntries(Object.entries(all).map(([name, { run }]) => [name, run]));
  const { times, samples } = await interleaved(runners, settings);
  return {
    times: Object.fromEntries(peers.map((peer) => [peer, times[peer]])),
    samples,
    errors: Object.fromEntries(peers.map((peer) => [peer, prepared[peer].error])),
    ceilings: Object.fromEntries(
      Object.entries(ceilings).map(([name, { multiplyAdds }]) => [name, { multiplyAdds, time: times[name] }]),
    ),
  };
};
window.isReady = true;
