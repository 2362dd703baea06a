// An invisible element of a shadow tree that tells when the page around it has changed its colors, its fonts or its language. It has what
// the page gives to the host: classes, style sheets and the system's setting come to it alike, and a change is a transition.
import type { LitElement, ReactiveController } from 'lit';

export const PROBE = 'page-probe';

/**
 * `CanvasText` is the color of text where nobody sets one: it depends on the color scheme.
 * @param properties custom properties that are watched too, by browsers that know `allow-discrete`
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

/** Where the page has no box for the host, nothing of it moves: it begins to when the page shows the host. */
const EVENTS = ['transitionrun', 'animationstart'] as const;

export class PageProbe implements ReactiveController {
  readonly #host: LitElement;
  readonly #probe = document.createElement('span');

  constructor(host: LitElement, changed: () => void) {
    this.#host = host;
    this.#probe.className = PROBE;
    for (const event of EVENTS) this.#probe.addEventListener(event, changed);
    host.addController(this);
  }

  /** Before the first render, so that Lit's part of the tree begins behind it. */
  hostConnected(): void {
    this.#host.renderRoot.append(this.#probe);
  }
}
