// The export format 'frame': HTML code of an iframe that shows the element's state on another page, without a script.
import { escaped } from '../../../view/output/svg.js';
import { CHARSET, servedFrame } from '../package-address.js';
import { writeAddress } from '../../state/address.js';
import { COUNTING_NOTE, type ExportFormat } from './format.js';
import type { Snapshot } from '../snapshot.js';

const HEIGHT = 720; // height in pixels, enough for every view of a short sentence

async function frameOf({ state, texts, title }: Snapshot): Promise<string> {
  const address = `${servedFrame()}${await writeAddress(state)}`;
  const name = `${texts.title}${texts.colon}${title}`;
  return `${CHARSET}<!-- ${COUNTING_NOTE} -->\n<iframe src="${escaped(address)}" title="${escaped(name)}" width="100%" height="${HEIGHT}"></iframe>`;
}

export const frame = {
  name: 'frame',
  isStateOnly: true,
  isSupported: () => servedFrame() !== null,
  export: async (snapshot) => ({ clipboard: await frameOf(snapshot) }),
} as const satisfies ExportFormat;
