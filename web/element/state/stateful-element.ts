// Base class of the element that holds its state. The table of properties defines the state: each property is also an
// attribute.
import { LitElement, type PropertyDeclaration, type PropertyValues } from 'lit';
import {
  acceptProperty,
  defaultOf,
  PROPERTY_NAMES,
  type PropertyInput,
  type PropertyInputs,
  type State,
} from './properties.js';
import { expectObject } from '../../engine/core/checks.js';
import type { AttentionSpotlightEventMap, ElementEvents } from './events.js';
import type { Moment } from '../../view/stages.js';
import type { PropertyMembers } from './members.js';
import { languageAt } from '../../ui/page-language.js';
import type { Language } from '../../locales/index.js';

type Listener<Name extends keyof AttentionSpotlightEventMap> = (event: AttentionSpotlightEventMap[Name]) => unknown;

/** Type of the class's members that are created from the table of properties, and of its events. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- Lit creates them from the table
export interface StatefulElement extends PropertyMembers {
  /**
   * The language of the interface; 'auto': the language of the page, or else of the browser, if the interface has it;
   * otherwise English.
   */
  get lang(): State['lang'];
  set lang(value: PropertyInput<'lang'>);

  addEventListener<Name extends keyof AttentionSpotlightEventMap>(
    type: Name,
    listener: Listener<Name>,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof AttentionSpotlightEventMap>(
    type: Name,
    listener: Listener<Name>,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class StatefulElement extends LitElement {
  /** Declaration of the properties for Lit. An attribute sets its property as text. */
  static override properties: Record<string, PropertyDeclaration> = Object.fromEntries(
    PROPERTY_NAMES.map((name) => [name, { noAccessor: true }]), // accessors are defined below
  );

  readonly #values: Partial<State> = {};

  /**
   * Defines the accessor of a property. An invalid value is reported, also in the console, and leaves the property
   * unchanged.
   */
  static #defineAccessor(name: keyof State): void {
    Object.defineProperty(StatefulElement.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: StatefulElement) {
        return this.#values[name] ?? defaultOf(name, name === 'text' ? this.currentLanguage : 'auto');
      },
      set(this: StatefulElement, value: unknown) {
        const { [name]: before, text } = this;
        this.attempt(() => {
          const isUnset = value === null || value === undefined;
          Object.assign(this.#values, { [name]: isUnset ? undefined : acceptProperty(name, value) });
          this.requestUpdate(name, before);
          // The default text is in the interface's language, so it changes with `lang`.
          if (name === 'lang') this.requestUpdate('text', text);
        });
      },
    });
  }

  static {
    PROPERTY_NAMES.forEach((name) => this.#defineAccessor(name));
  }

  constructor() {
    super();
    for (const name of PROPERTY_NAMES) this.requestUpdate(name); // all properties initially have their defaults
  }

  /**
   * The current language of the interface: the value of `lang` or, for 'auto', the language of the page or the browser.
   */
  get currentLanguage(): Language {
    return languageAt(this, this.lang);
  }

  /**
   * The values of all properties, which together determine what the element shows. Setting some or all of them updates
   * the element.
   */
  get state(): State {
    return Object.fromEntries(PROPERTY_NAMES.map((name) => [name, this[name]])) as unknown as State;
  }
  set state(state: PropertyInputs) {
    this.attempt(() => {
      const given = expectObject('state', state);
      Object.assign(
        this,
        Object.fromEntries(PROPERTY_NAMES.filter((name) => name in given).map((name) => [name, given[name]])),
      );
    });
  }

  get moment(): Moment {
    return { stage: this.stage, progress: this.progress };
  }
  set moment(moment: Moment) {
    this.attempt(() => {
      const { stage, progress } = expectObject('moment', moment) as Partial<Moment>;
      this.state = { stage, progress };
    });
  }

  /** Dispatches the events about changed properties, after the element has drawn the change. */
  protected override updated(changed: PropertyValues): void {
    if (PROPERTY_NAMES.some((name) => changed.has(name))) this.#dispatch('statechange', this.state);
    if (changed.has('stage')) this.#dispatch('stage', { stage: this.stage });
    if (changed.has('query') || changed.has('cell')) this.#dispatch('select', { query: this.query, cell: this.cell });
  }

  /**
   * Runs a change of a property. If it throws, the error is reported, also in the console, and the property stays
   * unchanged.
   */
  protected attempt(change: () => void): void {
    try {
      change();
    } catch (error) {
      globalThis.reportError?.(error);
      this.reportPropertyError(error);
    }
  }

  protected reportPropertyError(error: unknown): void {
    this.#dispatch('error', { error });
  }

  #dispatch<Name extends keyof ElementEvents>(event: Name, detail: ElementEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }
}
