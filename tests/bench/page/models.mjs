// Whole models: all peers in one page, each in a frame.
import { frameOf } from './frames.mjs';

const frames = {};
const outputs = {};

/** Loads a model into a peer of its own, and keeps what comes out. */
window.prepare = async (peer, model) => {
  frames[peer] = await frameOf('model', peer);
  await frames[peer].prepare(model);
  outputs[peer] = (await frames[peer].runOnce(model)).output;
};

/** The largest difference of two peers' outputs; infinite where one has more of them. */
window.difference = (peer, other) =>
  outputs[peer].length === outputs[other].length
    ? outputs[peer].reduce((most, value, at) => Math.max(most, Math.abs(value - outputs[other][at])), 0)
    : Infinity;

/** The times of a run, in milliseconds. */
window.times = async (peer, model) => (await frames[peer].runOnce(model)).times;
window.isReady = true;
