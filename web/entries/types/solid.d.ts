// The module 'attention-spotlight/solid': types of <attention-spotlight> for JSX in Solid.
import type { JSX } from 'solid-js';
import type { AttentionSpotlight, ElementEvents, ExternalAttention, PropertyInputs } from '../../element/index.js';

type Handlers = {
  [Name in keyof ElementEvents as `on:${Name}`]?: (event: CustomEvent<ElementEvents[Name]>) => void;
};
type Properties = PropertyInputs & { data?: ExternalAttention | null };

export type AttentionSpotlightProps = Omit<JSX.HTMLAttributes<AttentionSpotlight>, keyof PropertyInputs> &
  Properties & { [Name in keyof Properties as `prop:${Name}`]?: Properties[Name] } & Handlers;

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'attention-spotlight': AttentionSpotlightProps;
    }
  }
}
