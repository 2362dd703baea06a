import { useEffect, useState } from 'react';
import { computeWeights } from './attention';

export function Weights() {
  const [weights, setWeights] = useState('');
  useEffect(() => void computeWeights().then(setWeights), []);
  return <output>{weights}</output>;
}
