// The tag <attention-spotlight> in React's JSX, with strict types.
import type {} from 'attention-spotlight/react';
import type { AttentionSpotlight, State } from 'attention-spotlight/element';
import { useRef, useState } from 'react';

export function Attention({ text }: { text: string }) {
  const spotlight = useRef<AttentionSpotlight>(null);
  const [stage, setStage] = useState<State['stage']>('output');
  return (
    <>
      <attention-spotlight
        ref={spotlight}
        text={text}
        query={7}
        temperature="2"
        causal
        mask={[[0, 9]]}
        className="wide"
        data={null}
        onstage={(event) => setStage(event.detail.stage)}
        onerror={({ detail }) => console.log(detail.error)}
      >
        <p slot="caption">A caption.</p>
      </attention-spotlight>
      <button onClick={() => spotlight.current?.play()}>{stage}</button>
    </>
  );
}

// @ts-expect-error -- not a view
export const wrongView = <attention-spotlight view="martix" />;
// @ts-expect-error -- not a number
export const wrongNumber = <attention-spotlight query="seven" />;
