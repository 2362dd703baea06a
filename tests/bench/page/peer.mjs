// Script of a frame that measures one peer (a compared library or build). Changes that the peer makes to the global
// scope do not affect the others.
import { openPeer } from '../peers/index.mjs';
import { errorOf, inputsOf, weightsOf, WORKLOADS } from '../workloads.mjs';
import { FOLDERS, peerOfFrame } from './frames.mjs';

/** Milliseconds from the first import of the peer to its first result. The inputs are created beforehand. */
window.firstResult = async () => {
  const inputs = inputsOf(WORKLOADS.W6);
  weightsOf(WORKLOADS.W6);
  const begin = performance.now();
  const run = await (await openPeer(peerOfFrame(), FOLDERS)).prepare(WORKLOADS.W6);
  await run(inputs);
  return performance.now() - begin;
};

/**
 * Prepares a workload. Returns `run`, which computes the workload once, and `error`, the numerical error of its output.
 */
window.prepare = async (workload) => {
  window.peer ??= await openPeer(peerOfFrame(), FOLDERS);
  const inputs = inputsOf(WORKLOADS[workload]);
  const once = await window.peer.prepare(WORKLOADS[workload]);
  return { run: () => once(inputs), error: errorOf(WORKLOADS[workload], await once(inputs)) };
};
window.isReady = true;
