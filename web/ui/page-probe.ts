// Detects changes in the colors, fonts and language of the page around an element. An invisible probe in the shadow
// tree inherits them from the host element, whether they come from classes, style sheets or system settings. Each
// change starts a transition on the probe, and the event of the transition reports it.
import type { LitElement, ReactiveController } from 'lit';

export const PROBE = 'page-probe';

/**
 * CSS rules of the probe, an invisible element whose transitions report changes of the page. `CanvasText`, the default
 * text color, follows the color scheme.
 * @param properties custom properties that are observed as well, in browsers that support `allow-discrete`
 */
export const probeRules = (properties: readonly string[]): string => `
  .${PROBE} {
    position: absolute;
    visibility: hidden;
    background: CanvasText;
    transition: 1ms;
    --_spotlight-given: ${properties.map((each) => `var(${each}, 0)`).join(' ')};
    transition-property: color, background-color, outline-offset, --_spotlight-given;
    transition-behavior: allow-discrete;
    animation: ${PROBE} 1ms;
  }
  .${PROBE}:lang(zh) { outline-offset: 1px }
  .${PROBE}:lang(en) { outline-offset: 2px }
  @keyframes ${PROBE} {}`;

/**
 * Events that report a change of the page. A hidden host element has no transitions; when the page shows it, the
 * probe's animation starts.
 */
const EVENTS = ['transitionrun', 'animationstart'] as const;

export class PageProbe implements ReactiveController {
  readonly #host: LitElement;
  readonly #probe = document.createElement('span');
  readonly #changed: () => void;

  constructor(host: LitElement, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
    this.#probe.className = PROBE;
    for (const event of EVENTS) this.#probe.addEventListener(event, changed);
    host.addController(this);
  }

  /**
   * Reports a change again when a color transition of the page has ended: if frames are late, the probe may miss the
   * final color.
   */
  readonly #faded = ({ target }: Event): void => {
    if ((target as Node).contains(this.#host)) this.#changed();
  };

  /** Adds the probe to the shadow tree before the first render, so that the nodes that Lit renders come after it. */
  hostConnected(): void {
    this.#host.renderRoot.append(this.#probe);
    document.addEventListener('transitionend', this.#faded);
  }

  hostDisconnected(): void {
    document.removeEventListener('transitionend', this.#faded);
  }
}
