// An element whose state is the table of properties: each is an attribute and a JavaScript property.
import { LitElement, type PropertyDeclaration, type PropertyValues } from 'lit';
import { acceptProperty, initialState, PROPERTIES, PROPERTY_NAMES, type State } from './properties.js';

const isOfTable = (name: PropertyKey): name is keyof State => Object.hasOwn(PROPERTIES, name);

/** The properties, as members. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unsafe-declaration-merging -- Lit makes them of the table
export interface StatefulElement extends Omit<State, 'lang'> {}

// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class StatefulElement extends LitElement {
  /** An attribute sets its property to the text that it is. */
  static override properties: Record<string, PropertyDeclaration> = Object.fromEntries(
    PROPERTY_NAMES.map((name) => [name, {}]),
  );

  declare lang: State['lang'];

  /** A value that a property does not take is told of, in the console too, and the property stays as it was. */
  static override getPropertyDescriptor(
    name: PropertyKey,
    key: string | symbol,
    options: PropertyDeclaration,
  ): PropertyDescriptor {
    const descriptor = super.getPropertyDescriptor(name, key, options)!;
    if (!isOfTable(name)) return descriptor;
    return {
      ...descriptor,
      set(this: StatefulElement, value: unknown) {
        try {
          descriptor.set!.call(this, acceptProperty(name, value));
        } catch (error) {
          reportError(error);
          this.tellOf(error);
        }
      },
    };
  }

  constructor() {
    super();
    Object.assign(this, initialState());
  }

  /** Everything that is needed to open the same picture again. Setting some or all of it redraws. */
  get state(): State {
    return Object.fromEntries(PROPERTY_NAMES.map((name) => [name, this[name]])) as unknown as State;
  }
  set state(state: Partial<State>) {
    Object.assign(
      this,
      Object.fromEntries(PROPERTY_NAMES.filter((name) => name in state).map((name) => [name, state[name]])),
    );
  }

  /** Tells the page what has changed, when it is on the screen. */
  protected override updated(changed: PropertyValues): void {
    if (PROPERTY_NAMES.some((name) => changed.has(name))) this.#tell('statechange', this.state);
    if (changed.has('stage')) this.#tell('stage', { stage: this.stage });
    if (changed.has('row') || changed.has('cell')) this.#tell('select', { row: this.row, cell: this.cell });
  }

  protected tellOf(error: unknown): void {
    this.#tell('error', { error });
  }

  #tell(event: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }
}
