// `import 'attention-spotlight/element'` defines <attention-spotlight>.
import { AttentionSpotlight } from './attention-spotlight.js';

export { AttentionSpotlight } from './attention-spotlight.js';
export type { Control, State } from './properties.js';
export type { GivenAttention } from './given.js';

if (!customElements.get('attention-spotlight')) customElements.define('attention-spotlight', AttentionSpotlight);

declare global {
  interface HTMLElementTagNameMap {
    'attention-spotlight': AttentionSpotlight;
  }
}
