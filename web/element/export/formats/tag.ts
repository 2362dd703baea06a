// The export format 'tag': HTML code that shows the element's state on any page into which it is pasted.
import { CHARSET, SCRIPT_ADDRESS, servedScript } from '../package-address.js';
import { writeAttributes } from '../../state/properties.js';
import { always, COUNTING_NOTE, type ExportFormat } from './format.js';
import type { Snapshot } from '../snapshot.js';

/**
 * Script tag that loads the element. It is a classic script if this page provides one, since a page opened from disk
 * cannot load modules.
 */
function scriptTag(): string {
  const address = servedScript();
  return address === null
    ? `<script type="module" src="${SCRIPT_ADDRESS}"></script>`
    : `<script src="${address}"></script>`;
}

const tagOf = ({ state }: Snapshot): string =>
  `${CHARSET}${scriptTag()}\n<!-- ${COUNTING_NOTE} -->\n<attention-spotlight${writeAttributes(state)}></attention-spotlight>`;

export const tag = {
  name: 'tag',
  isStateOnly: true,
  isSupported: always,
  export: (snapshot) => ({ clipboard: tagOf(snapshot) }),
} as const satisfies ExportFormat;
