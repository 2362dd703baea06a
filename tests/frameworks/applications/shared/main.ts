import 'attention-spotlight/element';
import { computeWeights } from './attention';

void computeWeights().then((weights) => {
  document.querySelector('output')!.textContent = weights;
});
