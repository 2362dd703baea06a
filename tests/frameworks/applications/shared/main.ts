import 'attention-spotlight/element';
import { computeWeights } from './attention';

document.querySelector('output')!.textContent = await computeWeights();
