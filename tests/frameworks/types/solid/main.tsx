// The tag <attention-spotlight> in Solid's JSX, with strict types.
import type {} from 'attention-spotlight/solid';
import type { AttentionSpotlight } from 'attention-spotlight/element';
import { createSignal } from 'solid-js';

export function Attention(props: { text: string }) {
  let spotlight: AttentionSpotlight | undefined;
  const [stage, setStage] = createSignal('output');
  return (
    <>
      <attention-spotlight
        ref={(element) => (spotlight = element)}
        text={props.text}
        query="7"
        prop:mask={[[0, 9]]}
        on:stage={(event) => setStage(event.detail.stage)}
      />
      <button onClick={() => spotlight?.play()}>{stage()}</button>
    </>
  );
}

// @ts-expect-error -- not a view
export const wrongView = <attention-spotlight view="martix" />;
