// The module 'attention-spotlight/vue': types of <attention-spotlight> for Vue 3 templates.
import type { HTMLAttributes, PublicProps } from 'vue';
import type { AttentionSpotlight, ElementEvents, ExternalAttention, PropertyInputs } from '../../element/index.js';

type Handlers = {
  [Name in keyof ElementEvents as `on${Capitalize<Name>}`]?: (event: CustomEvent<ElementEvents[Name]>) => void;
};

export type AttentionSpotlightProps = Omit<HTMLAttributes, keyof PropertyInputs | keyof Handlers> &
  PublicProps &
  PropertyInputs &
  Handlers & { data?: ExternalAttention | null };

declare module 'vue' {
  interface GlobalComponents {
    'attention-spotlight': new () => AttentionSpotlight & { $props: AttentionSpotlightProps };
  }
}
