// The URL of the state on the present page.
import { toQuery } from '../../state/properties.js';
import { always, type ExportFormat } from './format.js';
import type { Snapshot } from '../snapshot.js';

function linkOf({ state }: Snapshot): string {
  const query = toQuery(state);
  const origin = location.origin === 'null' ? '' : location.origin; // 'null' on a page opened from a file
  return `${origin}${location.pathname}${query ? `?${query}` : ''}`;
}

export const link = {
  name: 'link',
  isSupported: always,
  export: (snapshot) => ({ clipboard: linkOf(snapshot) }),
} as const satisfies ExportFormat;
