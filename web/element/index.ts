// The module 'attention-spotlight/element', which defines <attention-spotlight>.
import { AttentionSpotlight } from './attention-spotlight.js';

export { AttentionSpotlight } from './attention-spotlight.js';
export { configure, type FileLocations } from '../engine/package-files.js';
export type { AttentionSpotlightEventMap, ElementEvents } from './state/events.js';
export type { Control, PropertyInput, PropertyInputs, State } from './state/properties.js';
export type { ExternalAttention } from './source/external-attention.js';
export type { PictureOptions, PictureType } from './export/picture-blob.js';

if (!customElements.get('attention-spotlight')) customElements.define('attention-spotlight', AttentionSpotlight);

declare global {
  interface HTMLElementTagNameMap {
    'attention-spotlight': AttentionSpotlight;
  }
}
