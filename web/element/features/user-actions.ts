// What the user's choices change in the state.
import { defaultHead } from '../model/head-selection.js';
import { headChange, modelChange, textChange } from '../state/changes.js';
import { textFor } from '../model/named-models.js';
import type { Language } from '../../messages/index.js';
import type { AttentionSource } from '../model/attention-source.js';
import type { AttentionType } from '../../engine/transformer/run.js';
import type { Cell } from '../../view/scene.js';
import type { ModelName } from '../../view/model-names.js';
import type { PropertyInputs, State } from '../state/properties.js';
import type { ViewModelData } from '../../view/view-model.js';
import type { Writer } from './continuation/writer.js';

interface ActionHost extends State {
  get state(): State;
  set state(state: PropertyInputs);
  readonly currentLanguage: Language;
  hovered: Cell | null;
}

/** What is shown, before a choice. */
interface Shown {
  source: () => AttentionSource | null;
  viewModel: () => ViewModelData | null;
  writer: Writer;
}

export class UserActions {
  readonly #host: ActionHost;
  readonly #shown: Shown;

  constructor(host: ActionHost, shown: Shown) {
    this.#host = host;
    this.#shown = shown;
  }

  readonly change = (change: Partial<State>): void => {
    this.#host.state = change;
  };

  readonly selectHead = (attention: AttentionType, layer: number, head: number): void => {
    this.change(headChange({ attention, layer, head }, this.#shown.source(), this.#host));
  };

  readonly selectAttention = (attention: AttentionType): void => {
    const { layer, head } = defaultHead(this.#shown.source()?.heads ?? [], attention);
    this.selectHead(attention, layer, head);
  };

  readonly selectQuery = (queryIndex: number): void => this.change({ query: queryIndex, cell: null });

  moveQuery(by: number): void {
    const viewModel = this.#shown.viewModel();
    if (!viewModel) return;
    const { queryTokens, selection } = viewModel;
    this.selectQuery(Math.min(queryTokens.length - 1, Math.max(0, selection.row + by)));
  }

  readonly setModel = (model: ModelName): void => {
    this.setText(textFor(model, this.#host.text, this.#host.currentLanguage));
    this.change(modelChange(model));
  };

  readonly setText = (text: string): void => {
    this.#host.hovered = null;
    this.change({ ...this.#shown.writer.release(), ...textChange(text, this.#host) });
  };
}
