// The HTML that shows the state on another page, wherever it is pasted.
import { SCRIPT_ADDRESS } from '../package-address.js';
import { writeAttributes } from '../../state/properties.js';
import { always, type ExportFormat } from './format.js';
import type { Snapshot } from '../snapshot.js';

const tagOf = ({ state }: Snapshot): string => `<script type="module" src="${SCRIPT_ADDRESS}"></script>
<attention-spotlight${writeAttributes(state)}></attention-spotlight>`;

export const tag = {
  name: 'tag',
  needsRun: true,
  isSupported: always,
  export: (snapshot) => ({ clipboard: tagOf(snapshot) }),
} as const satisfies ExportFormat;
