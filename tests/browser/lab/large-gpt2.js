// Files of a large GPT-2, generated in the page: their bytes take memory only when they are read.
import { largeGpt2 } from '../../large-gpt2.mjs';

/**
 * Replaces functions in the worker before the worker's own script runs: reports how many bytes are read, and delays the
 * second layer until the message 'goOn'.
 */
function spyOnReading(ofSecondLayer) {
  const channel = new BroadcastChannel('reading');
  const rest = new Promise((resolve) => (channel.onmessage = ({ data }) => data === 'goOn' && resolve()));
  const { slice } = Blob.prototype;
  // Stand-in for a part of a file that can be read as an ArrayBuffer, but not as a stream; reading it waits for the
  // message 'goOn'.
  const late = (part) => ({ arrayBuffer: () => rest.then(() => part.arrayBuffer()) });
  Blob.prototype.slice = function (begin, end, ...type) {
    const part = slice.call(this, begin, end, ...type);
    if (this.name !== 'large.safetensors') return part;
    channel.postMessage(end - begin);
    const waits = begin <= ofSecondLayer && end > ofSecondLayer;
    return waits ? late(part) : part;
  };
}

/**
 * Opens a model from these files in the page, counts the bytes that are read, and delays the second layer until the
 * message 'goOn'.
 */
function openInPage({ config, header, size, ofSecondLayer, tokenizer, spy }) {
  const prefix = new DataView(new ArrayBuffer(8));
  prefix.setBigUint64(0, BigInt(header.length), true);
  const zeros = new Blob([new Uint8Array(2 ** 24)]);
  const parts = Array.from({ length: Math.floor(size / 2 ** 24) }, () => zeros);
  const weights = new File([prefix, header, ...parts, zeros.slice(0, size % 2 ** 24)], 'large.safetensors');
  const element = document.querySelector('attention-spotlight');
  const channel = new BroadcastChannel('reading');
  const goOn = () => channel.postMessage('goOn');
  const reading = (window.reading = { bytes: 0, size: weights.size, whenSeen: null, goOn });
  channel.onmessage = ({ data }) => {
    if (element.run?.layers.decoder === 1) reading.whenSeen ??= reading.bytes;
    reading.bytes += data;
  };
  const { Worker } = window;
  window.Worker = class extends Worker {
    constructor(url, options) {
      const module = (code) => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
      const spying = module(`(${spy})(${ofSecondLayer})`);
      super(module(`import ${JSON.stringify(spying)}; import ${JSON.stringify(String(url))}`), options);
    }
  };
  const json = (name, text) => new File([text], name);
  const chosen = new DataTransfer();
  for (const file of [weights, json('config.json', JSON.stringify(config)), json('tokenizer.json', tokenizer)])
    chosen.items.add(file);
  const input = document.querySelector('#own-model input');
  input.files = chosen.files;
  input.dispatchEvent(new Event('change'));
}

export const openLarge = (page, { change = (header) => header, ...sizes }, tokenizer) => {
  const { header, ...rest } = largeGpt2(sizes);
  return page.evaluate(openInPage, { ...rest, header: change(header), tokenizer, spy: String(spyOnReading) });
};
