// The element in a React component: attributes, properties that are not strings, and events.
import 'attention-spotlight/element';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { showNumbers } from '../numbers.js';

function Attention({ text }) {
  const spotlight = useRef(null);
  const [stage, setStage] = useState('');
  useEffect(() => {
    void showNumbers(spotlight.current);
  }, []);
  return (
    <>
      <attention-spotlight
        ref={spotlight}
        lang="en"
        text={text}
        query={7}
        mask={[[0, 9]]}
        onstage={(event) => setStage(event.detail.stage)}
      />
      <button onClick={() => (spotlight.current.stage = 'softmax')}>{stage}</button>
    </>
  );
}

createRoot(document.getElementById('root')).render(<Attention text="The cat sat on the mat because it was tired" />);
