// The selected head: controls for attention type, layer and head, and for the order of the heads.
import { html, nothing } from 'lit';
import { allows, type SpotlightHost } from '../host.js';
import { ATTENTION_TYPES, type AttentionType, type HeadRef } from '../../../engine/transformer/run.js';
import { choice } from '../../panels/controls.js';
import { defaultHead, firstAttention, type Shape } from '../../source/head-selection.js';
import { guard } from 'lit/directives/guard.js';
import { headButtons } from './head-buttons.js';
import { headChange } from '../../state/changes.js';
import { hasManyHeads, headMenu } from './head-menu.js';
import { namedModel } from '../../source/named-models.js';
import { orderOf, availableOrders } from '../../view-model/head-order.js';
import type { Messages } from '../../../locales/index.js';
import type { Picture } from '../../render/picture.js';

export class Heads {
  readonly #host: SpotlightHost;
  readonly #picture: Picture;

  constructor(host: SpotlightHost, picture: Picture) {
    this.#host = host;
    this.#picture = picture;
  }

  readonly select = (head: HeadRef): void => {
    this.#host.state = headChange(head, this.#picture.source, this.#host);
  };

  readonly #selectAttention = (attention: AttentionType): void => {
    const { layer, head } = defaultHead(this.#picture.source?.heads ?? [], attention);
    this.select({ attention, layer, head });
  };

  /** Numbers of layers and heads in the model. They are known from the model's name even before it has loaded. */
  get #shape(): Shape {
    return this.#picture.source?.shape ?? namedModel(this.#host.model).shape;
  }

  /** True if the attention type has too many heads for buttons side by side. */
  get #hasMany(): boolean {
    return hasManyHeads({ shape: this.#shape, headRef: this.#selected });
  }

  get #selected(): HeadRef {
    return this.#picture.source?.headRef ?? { attention: firstAttention(this.#shape), layer: 0, head: 0 };
  }

  /** Name of the selected head with its attention type, layer and role. */
  label(texts: Messages): string {
    const { attention, layer, head } = this.#selected;
    const role = this.#picture.source?.description?.role;
    return texts.shownHead(
      texts.attentions[attention],
      texts.headLabel(layer, head, role ? texts.roles[role].name : null),
    );
  }

  /**
   * Renders the controls that select attention type, layer and head.
   * @param hasText true if the attention of a text is shown, whose model may have several attention types
   */
  choices(texts: Messages, hasText: boolean): unknown[] {
    return [hasText ? this.#attentionChoice(texts) : nothing, this.#headChoice(texts), this.#orderChoice(texts)];
  }

  #attentionChoice(texts: Messages): unknown {
    if (!allows(this.#host, 'attention') || this.#shape.layers.cross === 0) return nothing;
    const { attention } = this.#selected;
    return choice(
      'attention',
      texts.attention,
      ATTENTION_TYPES,
      attention,
      texts.attentions,
      this.#selectAttention,
      texts.attentionHelp,
    );
  }

  #headChoice(texts: Messages): unknown {
    const { source } = this.#picture;
    if (!allows(this.#host, 'head') || this.#hasMany) return nothing;
    const { currentTheme: theme } = this.#host;
    const selected = this.#selected;
    const key = [texts, theme, source, this.#host.model, selected.attention, selected.layer, selected.head];
    return guard(key, () => headButtons(texts, source, this.#shape, selected, theme, this.select));
  }

  #orderChoice(texts: Messages): unknown {
    const { source, view } = this.#picture;
    if (!allows(this.#host, 'view') || !view?.sortable) return nothing;
    const { attention } = this.#selected;
    const heads = source?.heads ?? [];
    const [order, orders] = [orderOf(this.#host.sort, attention, heads), availableOrders(attention, heads)];
    return html`<label class="sort"
      ><span class="group-name">${texts.sort}</span>
      <select
        @change=${({ target }: Event) => (this.#host.sort = orders[(target as HTMLSelectElement).selectedIndex]!)}
      >
        ${orders.map((each) => html`<option ?selected=${each === order}>${texts.sortOrders[each]}</option>`)}
      </select></label
    >`;
  }

  /** Menu of heads for models that have too many heads for buttons side by side. */
  menu(texts: Messages): unknown {
    const { source } = this.#picture;
    if (!allows(this.#host, 'head') || !this.#hasMany) return nothing;
    if (!source) return html`<details class="head-menu"><summary>${this.label(texts)}</summary></details>`;
    return guard([texts, source], () => headMenu(texts, source, this.select));
  }
}
