import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Attention } from './attention-component';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Attention text="The cat sat on the mat because it was tired" />
  </StrictMode>,
);
