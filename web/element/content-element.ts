// Base class of elements to which the page can pass external attention or a model.
import { expectShownModel, type ShownModel } from './source/shown-model.js';
import { ThemedElement } from './state/themed-element.js';
import type { ExternalAttention } from './source/external-attention.js';
import type { PretrainedModel } from '../engine/pretrained/pretrained-model.js';
import type { PropertyDeclaration } from 'lit';

export class ContentElement extends ThemedElement {
  static override properties: Record<string, PropertyDeclaration> = {
    data: { attribute: false },
    pretrained: { noAccessor: true, attribute: false },
  };

  /** External attention, which is shown instead of a run; null if there is none. */
  declare data: ExternalAttention | null;
  #pretrained: ShownModel | null = null;

  constructor() {
    super();
    this.data = null;
  }

  /**
   * A model from `engine.loadPretrained`, or from `withImage`, which is shown instead of the model that `model` names;
   * null if there is none.
   */
  get pretrained(): PretrainedModel | ShownModel | null {
    return this.#pretrained;
  }
  set pretrained(model: PretrainedModel | ShownModel | null | undefined) {
    this.attempt(() => {
      const before = this.#pretrained;
      this.#pretrained = expectShownModel('pretrained', model);
      this.requestUpdate('pretrained', before);
    });
  }
}
