// The module 'attention-spotlight/svelte': types of <attention-spotlight> for Svelte 5 components.
import type { HTMLAttributes } from 'svelte/elements';
import type { AttentionSpotlight, ElementEvents, ExternalAttention, PropertyInputs } from '../../element/index.js';

type Handlers = { [Name in keyof ElementEvents as `on${Name}`]?: (event: CustomEvent<ElementEvents[Name]>) => void };

export type AttentionSpotlightProps = Omit<
  HTMLAttributes<AttentionSpotlight>,
  keyof PropertyInputs | keyof Handlers | `on:${keyof ElementEvents}`
> &
  PropertyInputs &
  Handlers & { data?: ExternalAttention | null };

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'attention-spotlight': AttentionSpotlightProps;
  }
}
