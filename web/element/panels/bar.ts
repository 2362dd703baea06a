// The bar above the canvas: which sentence, view, attention type and head are shown.
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import {
  attentionChoice,
  headChoice,
  modelChoice,
  sentenceField,
  sortChoice,
  viewChoice,
  type SentenceFieldProps,
} from './controls.js';
import { drawer } from './drawer.js';
import { hasManyHeads, headMenu } from './head-menu.js';
import { orderOf, ordersOf } from '../view-model/head-order.js';
import { UNKNOWN_SHAPE } from '../model/head-selection.js';
import type { AttentionSource } from '../model/attention-source.js';
import type { AttentionType } from '../../engine/transformer/run.js';
import type { Control, State } from '../state/properties.js';
import type { NamedModel } from '../model/named-models.js';
import type { ModelName } from '../../view/model-names.js';
import type { Language, Messages } from '../../messages/index.js';
import type { Theme } from '../../ui/palette-css.js';

export interface BarProps extends Pick<State, 'view' | 'sort'> {
  field: SentenceFieldProps;
  /** Null: a model is given that has no name. */
  model: ModelName | null;
  texts: Messages;
  theme: Theme;
  source: AttentionSource | null;
  /** Whether external attention or an image is shown: it has no text to edit and one attention type. */
  isExternal: boolean;
  /** Whether the view lets the user choose the order of the heads. */
  sortable: boolean;
  allows: (control: Control) => boolean;
  change: (change: Partial<State>) => void;
  setText: (text: string) => void;
  setModel: (model: ModelName) => void;
  selectAttention: (attention: AttentionType) => void;
  selectHead: (attention: AttentionType, layer: number, head: number) => void;
}

/** What the field of the text says of a model. */
export function sentenceFieldOf(
  { sentence, sentenceHint, continuation }: Messages,
  { examples, writes }: NamedModel,
  language: Language,
  text: string,
): SentenceFieldProps {
  const [label, hint] = writes ? [continuation.beginning, continuation.beginningHint] : [sentence, sentenceHint];
  return { text, examples: examples[language], label, hint };
}

/** Shows the end of a text that is longer than its field. */
export function showEnd(root: ParentNode): void {
  const input = root.querySelector('.sentence input');
  if (input) input.scrollLeft = input.scrollWidth;
}

export function bar({
  texts,
  theme,
  source,
  isExternal,
  sortable,
  field,
  model,
  view,
  sort,
  allows,
  change,
  setText,
  setModel,
  selectAttention,
  selectHead,
}: BarProps): TemplateResult | typeof nothing {
  const { layers, numHeads } = source?.shape ?? UNKNOWN_SHAPE;
  const { attention, layer, head } = source?.headRef ?? { attention: 'encoder', layer: 0, head: 0 };
  const heads = source?.heads ?? [];
  const isMany = source !== null && hasManyHeads(source);
  const whichHead = [
    allows('model') && model !== null && !isExternal ? modelChoice(texts, model, setModel) : nothing,
    allows('attention') && layers.cross > 0 && !isExternal
      ? attentionChoice(texts, attention, selectAttention)
      : nothing,
    allows('head') && !isMany
      ? guard([texts, theme, source, attention, layer, head], () =>
          headChoice(
            texts,
            { attention, layer, head },
            { layers, numHeads },
            heads,
            theme,
            (each) => source?.isAblated(each) === true,
            selectHead,
          ),
        )
      : nothing,
    allows('view') && sortable
      ? sortChoice(texts, orderOf(sort, attention, heads), ordersOf(attention, heads), (order) =>
          change({ sort: order }),
        )
      : nothing,
  ];
  const role = source?.description?.role;
  const shownHead = texts.shownHead(
    texts.attentions[attention],
    texts.headLabel(layer, head, role ? texts.roles[role].name : null),
  );
  const parts = [
    allows('text') && !isExternal ? sentenceField(texts, field, setText) : nothing,
    allows('view') ? viewChoice(texts, view, (name) => change({ view: name })) : nothing,
    whichHead.every((part) => part === nothing) ? nothing : drawer(shownHead, whichHead),
    isMany && allows('head')
      ? guard([texts, source, attention, layer, head], () => headMenu(texts, source, selectHead))
      : nothing,
  ];
  return parts.every((part) => part === nothing) ? nothing : html`<div class="bar" part="bar">${parts}</div>`;
}
