// Script of a frame in which one peer (a compared library or build) runs a whole model.
import { PEERS_IN_CHROMIUM } from '../pretrained/peers-in-chromium.mjs';
import { runOnce } from '../pretrained/run-once.mjs';
import { FOLDERS, peerOfFrame } from './frames.mjs';

const now = () => ({ wall: performance.now() });

let peer;
window.prepare = async (model) => {
  const { load, options } = PEERS_IN_CHROMIUM[peerOfFrame()];
  const read = async (name) => (await fetch(`/bench-models/${model}/${name}`)).blob();
  peer = await (await load()).open({ ...options, read, folders: FOLDERS });
};
window.runOnce = (model) => runOnce(peer, model, now);
