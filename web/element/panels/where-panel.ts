// Shows where in a layer the current stage is: X → Q, K, V → heads → W_O → Y. A button opens the matrices.
import { html, nothing, type TemplateResult } from 'lit';
import { withSubscripts } from '../../ui/subscripts.js';
import type { Messages } from '../../locales/index.js';
import type { Moment, StageName } from '../../view/stages.js';

/** Parts of an attention layer, in the order of computation. */
const PLACES = ['input', 'projections', 'heads', 'outputProjection', 'output'] as const;
type PlaceName = (typeof PLACES)[number];

/** Standard symbols of the parts of a layer; the part “heads” has none. */
const SYMBOLS: Readonly<Record<PlaceName, string>> = {
  input: 'X',
  projections: 'Q, K, V',
  heads: '',
  outputProjection: 'W_O',
  output: 'Y',
};

const PLACE_OF: Readonly<Record<StageName, PlaceName>> = {
  tokens: 'input',
  embed: 'input',
  project: 'projections',
  rotate: 'projections',
  score: 'heads',
  scale: 'heads',
  cap: 'heads',
  bias: 'heads',
  mask: 'heads',
  softmax: 'heads',
  sum: 'heads',
  output: 'outputProjection',
};

const placeOf = ({ stage, progress }: Moment): PlaceName =>
  stage === 'output' && progress >= 1 ? 'output' : PLACE_OF[stage];

export function wherePanel(
  texts: Messages,
  moment: Moment,
  isOpen: boolean,
  setOpen: (isOpen: boolean) => void,
): TemplateResult {
  const { where } = texts;
  const here = placeOf(moment);
  const label = isOpen ? where.close : where.open;
  // Label of a part of the layer: its name and symbol. Screen readers always get the name, which is visible if there is
  // room for it.
  const nameOf = (place: PlaceName) => {
    const [name, symbol] = [where.places[place], SYMBOLS[place]];
    return symbol === '' ? name : html`<span class="meaning">${name} </span>${withSubscripts(symbol)}`;
  };
  return html`<div class="where" part="where">
    <ol aria-label=${where.label}>
      ${PLACES.map((place) => html`<li aria-current=${place === here ? 'step' : nothing}>${nameOf(place)}</li>`)}
    </ol>
    <button
      aria-expanded=${isOpen ? 'true' : 'false'}
      aria-label=${label}
      title=${label}
      @click=${() => setOpen(!isOpen)}
    >
      <span>${label}</span>
    </button>
  </div>`;
}
