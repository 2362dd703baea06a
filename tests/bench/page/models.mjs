// Page that measures whole models with several peers (compared libraries and builds), each in a separate frame.
import { frameOf } from './frames.mjs';

const frames = {};
const outputs = {};

/** Loads a model in the frame of a peer, runs it once, and keeps the output for comparison with other peers. */
window.prepare = async (peer, model) => {
  frames[peer] = await frameOf('model', peer);
  await frames[peer].prepare(model);
  outputs[peer] = (await frames[peer].runOnce(model)).output;
};

/** Largest difference between the outputs of two peers; infinite if they have different lengths. */
window.difference = (peer, other) =>
  outputs[peer].length === outputs[other].length
    ? outputs[peer].reduce((most, value, at) => Math.max(most, Math.abs(value - outputs[other][at])), 0)
    : Infinity;

window.times = async (peer, model) => (await frames[peer].runOnce(model)).times;
window.isReady = true;
