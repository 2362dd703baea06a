import type {} from 'attention-spotlight/solid';
import 'attention-spotlight/element';
import type { AttentionSpotlight } from 'attention-spotlight/element';
import { createResource, createSignal } from 'solid-js';
import { render } from 'solid-js/web';
import { computeWeights } from './attention';

function App() {
  let spotlight!: AttentionSpotlight;
  const [stage, setStage] = createSignal('output');
  const [weights] = createResource(computeWeights);
  return (
    <>
      <attention-spotlight
        ref={spotlight}
        text="The cat sat on the mat because it was tired"
        lang="en"
        prop:query={7}
        prop:mask={[[0, 9]]}
        on:stage={(event) => setStage(event.detail.stage)}
      />
      <button onClick={() => spotlight.play()}>Play ({stage()})</button>
      <output>{weights()}</output>
    </>
  );
}

render(() => <App />, document.getElementById('root')!);
