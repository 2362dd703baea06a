'use client';
import type {} from 'attention-spotlight/react';
import 'attention-spotlight/element';
import type { AttentionSpotlight } from 'attention-spotlight/element';
import { useEffect, useRef, useState } from 'react';
import { computeWeights } from './attention';

export function Attention({ text }: { text: string }) {
  const spotlight = useRef<AttentionSpotlight>(null);
  const [stage, setStage] = useState('output');
  const [weights, setWeights] = useState('');
  useEffect(() => {
    void computeWeights().then(setWeights);
  }, []);
  return (
    <>
      <attention-spotlight
        ref={spotlight}
        text={text}
        lang="en"
        query={7}
        mask={[[0, 9]]}
        onstage={(event) => setStage(event.detail.stage)}
      />
      <button onClick={() => spotlight.current?.play()}>Play ({stage})</button>
      <output>{weights}</output>
    </>
  );
}
