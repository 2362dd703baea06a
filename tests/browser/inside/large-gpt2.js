// Opens a large GPT-2, whose weights are 0, in “Look inside”. Its bytes take memory only when they are read.
import { readFileSync } from 'node:fs';
import { largeGpt2 } from '../../large-gpt2.mjs';
import { STORIES } from './inside.js';

function openInPage({ config, header, size, tokenizer }) {
  const prefix = new DataView(new ArrayBuffer(8));
  prefix.setBigUint64(0, BigInt(header.length), true);
  const zeros = new Blob([new Uint8Array(2 ** 24)]);
  const parts = Array.from({ length: Math.floor(size / 2 ** 24) }, () => zeros);
  const json = (name, text) => new File([text], name);
  const { inspection } = document.querySelector('look-inside');
  // Records, from the moment when the first layer is drawn, how far reading of the model file has progressed.
  window.seen = [];
  const look = () => {
    const { opening } = inspection;
    const isDrawn = document.querySelector('look-inside').shadowRoot.querySelector('.first .map');
    if (opening.kind === 'reading' && isDrawn) window.seen.push(opening.done);
    if (opening.kind !== 'open') requestAnimationFrame(look);
  };
  look();
  void inspection.openFiles([
    new File([prefix, header, ...parts, zeros.slice(0, size % 2 ** 24)], 'large.safetensors'),
    json('config.json', JSON.stringify(config)),
    json('tokenizer.json', tokenizer),
  ]);
}

/**
 * Opens a large GPT-2 in “Look inside”.
 * @param change function that returns a modified header of the model file
 */
export async function openLarge(page, { change = (header) => header, ...sizes }) {
  const { header, ...rest } = largeGpt2(sizes);
  await page.locator('look-inside .start').waitFor();
  const tokenizer = readFileSync(STORIES[1], 'utf8');
  await page.evaluate(openInPage, { ...rest, header: change(header), tokenizer });
}
