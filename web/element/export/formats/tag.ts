// The HTML that shows the state on another page.
import { writeAttributes } from '../../state/properties.js';
import { always, type ExportFormat } from './format.js';
import type { Snapshot } from '../snapshot.js';

const tagOf = ({ state }: Snapshot): string => `<script type="module">
  import 'attention-spotlight/element';
</script>
<attention-spotlight${writeAttributes(state)}></attention-spotlight>`;

export const tag = {
  name: 'tag',
  needsRun: true,
  isSupported: always,
  export: (snapshot) => ({ clipboard: tagOf(snapshot) }),
} as const satisfies ExportFormat;
