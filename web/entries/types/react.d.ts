// The module 'attention-spotlight/react': types of <attention-spotlight> for JSX in React 19.
import type { HTMLAttributes, RefAttributes } from 'react';
import type { AttentionSpotlight, ElementEvents, ExternalAttention, PropertyInputs } from '../../element/index.js';

type Handlers = { [Name in keyof ElementEvents as `on${Name}`]?: (event: CustomEvent<ElementEvents[Name]>) => void };

export type AttentionSpotlightProps = Omit<HTMLAttributes<AttentionSpotlight>, keyof PropertyInputs> &
  RefAttributes<AttentionSpotlight> &
  PropertyInputs &
  Handlers & { data?: ExternalAttention | null };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'attention-spotlight': AttentionSpotlightProps;
    }
  }
}
