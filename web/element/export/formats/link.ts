// The export format 'link': a URL that opens the element's state on the current page.
import { writeAddress } from '../../state/address.js';
import { always, type ExportFormat } from './format.js';
import type { Snapshot } from '../snapshot.js';

async function linkOf({ state }: Snapshot): Promise<string> {
  // location.origin is the string 'null' on a page opened from disk.
  const origin = location.origin === 'null' ? '' : location.origin;
  return `${origin}${location.pathname}${await writeAddress(state)}`;
}

export const link = {
  name: 'link',
  isStateOnly: true,
  isSupported: always,
  export: async (snapshot) => ({ clipboard: await linkOf(snapshot) }),
} as const satisfies ExportFormat;
