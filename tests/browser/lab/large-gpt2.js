// Files of a large GPT-2, generated in the page: their bytes take memory only once they are read.
import { largeGpt2 } from '../../large-gpt2.mjs';

/** Opens the files in the page, counts the bytes read, and delays the second layer until `goOn`. */
function openInPage({ config, header, size, ofSecondLayer, tokenizer }) {
  const prefix = new DataView(new ArrayBuffer(8));
  prefix.setBigUint64(0, BigInt(header.length), true);
  const zeros = new Blob([new Uint8Array(2 ** 24)]);
  const parts = Array.from({ length: Math.floor(size / 2 ** 24) }, () => zeros);
  const weights = new File([prefix, header, ...parts, zeros.slice(0, size % 2 ** 24)], 'large.safetensors');
  const element = document.querySelector('attention-spotlight');
  const reading = (window.reading = { bytes: 0, size: weights.size, whenSeen: null, goOn: null });
  const rest = new Promise((resolve) => (reading.goOn = resolve));
  const late = (slice) => ({ arrayBuffer: () => rest.then(() => slice.arrayBuffer()) }); // has no stream
  weights.slice = (begin, end) => {
    if (element.run?.layers.decoder === 1) reading.whenSeen ??= reading.bytes;
    reading.bytes += end - begin;
    const slice = Blob.prototype.slice.call(weights, begin, end);
    const waits = begin <= ofSecondLayer && end > ofSecondLayer;
    return waits ? late(slice) : slice;
  };
  const json = (name, text) => new File([text], name);
  const files = [weights, json('config.json', JSON.stringify(config)), json('tokenizer.json', tokenizer)];
  void document.querySelector('own-model').open(files);
}

export const openLarge = (page, { change = (header) => header, ...sizes }, tokenizer) => {
  const { header, ...rest } = largeGpt2(sizes);
  return page.evaluate(openInPage, { ...rest, header: change(header), tokenizer });
};
