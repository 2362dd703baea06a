// Where the present stage is in a layer: X → Q, K, V → heads → W_O → Y. A button opens the matrices themselves.
import { html, nothing, type TemplateResult } from 'lit';
import { withSubscripts } from '../../ui/subscripts.js';
import type { Messages } from '../../messages/index.js';
import type { Moment, StageName } from '../../view/stages.js';

/** The parts of a layer's attention, in the order in which a token goes through them. */
const PLACES = ['X', 'Q, K, V', 'heads', 'W_O', 'Y'] as const;
type PlaceName = (typeof PLACES)[number];

const PLACE_OF: Readonly<Record<StageName, PlaceName>> = {
  ...{ tokens: 'X', embed: 'X', project: 'Q, K, V' },
  ...{ score: 'heads', scale: 'heads', mask: 'heads', softmax: 'heads', sum: 'heads' },
  output: 'W_O',
};

const placeOf = ({ stage, progress }: Moment): PlaceName =>
  stage === 'output' && progress >= 1 ? 'Y' : PLACE_OF[stage];

export function wherePanel(
  texts: Messages,
  moment: Moment,
  isOpen: boolean,
  setOpen: (isOpen: boolean) => void,
): TemplateResult {
  const { where } = texts;
  const here = placeOf(moment);
  const label = isOpen ? where.close : where.open;
  const nameOf = (place: PlaceName) => (place === 'heads' ? where.heads : place);
  return html`<div class="where" part="where">
    <ol aria-label=${where.label}>
      ${PLACES.map(
        (place) => html`<li aria-current=${place === here ? 'step' : nothing}>${withSubscripts(nameOf(place))}</li>`,
      )}
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
