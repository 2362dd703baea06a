// Styles of single elements, set one by one: a style attribute is what a strict Content-Security-Policy forbids.
import { Directive, directive, PartType, type ElementPart, type PartInfo } from 'lit/directive.js';
import { nothing } from 'lit';

class Styled extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error('styled() belongs into a tag, not into an attribute');
  }

  /** Called where a server renders, with what update is called with in a browser: the browser sets the styles. */
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  render(_styles: Readonly<Record<string, string>>): unknown {
    return nothing;
  }

  override update({ element }: ElementPart, [styles]: [Readonly<Record<string, string>>]): unknown {
    if (element instanceof HTMLElement) {
      for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
    }
    return nothing;
  }
}

/** `<div ${styled({ width: '3px', '--color': 'red' })}>`; properties that are left out later stay. */
export const styled = directive(Styled);
