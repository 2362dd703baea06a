// A lit directive that sets an element's styles through the CSSOM, since a strict Content-Security-Policy forbids style
// attributes.
import { Directive, directive, PartType, type ElementPart, type PartInfo } from 'lit/directive.js';
import { nothing } from 'lit';

class Styled extends Directive {
  readonly #current = new Map<string, string>();

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error('styled() must be used as an element directive');
  }

  /** Method that lit's interface of a directive requires. Only server-side rendering would call it. */
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  render(_styles: Readonly<Record<string, string>>): unknown {
    return nothing;
  }

  override update({ element }: ElementPart, [styles]: [Readonly<Record<string, string>>]): unknown {
    if (element instanceof HTMLElement) {
      // A custom property with an unchanged value is not set again, since setting it would make the browser compute
      // styles again.
      for (const [name, value] of Object.entries(styles)) {
        if (this.#current.get(name) === value) continue;
        this.#current.set(name, value);
        element.style.setProperty(name, value);
      }
    }
    return nothing;
  }
}

/**
 * Sets an element's styles, as in `<div ${styled({ width: '3px', '--color': 'red' })}>`. Properties that are left out
 * later keep their values.
 */
export const styled = directive(Styled);
