// A snapshot of the element for exports: its state, scene and captions at one moment.
import { allHeadsOf } from '../source/all-heads.js';
import { buildViewModel } from '../view-model/build-view-model.js';
import { shownDoubt, strongestCaption } from '../view-model/caption.js';
import { headSummaryText } from '../claims/claim-text.js';
import { motionOf, type Motion } from './motion.js';
import { nameOf, type ExportedModel } from './model-facts.js';
import { viewNamed } from '../../view/views/index.js';
import type { PictureInput } from '../render/picture.js';
import type { Messages } from '../../locales/index.js';
import type { Scene } from '../../view/scene.js';
import type { State } from '../state/properties.js';
import { hasInterventions, writtenInterventions } from '../interventions/index.js';
import type { ViewModelData } from '../../view/view-model.js';
import type { Tensor } from '../../engine/core/tensor.js';

export interface Snapshot {
  texts: Messages;
  state: State;
  /** The displayed text, or the name of the displayed image. */
  title: string;
  /** The model whose run is exported; null for external attention. */
  model: ExportedModel | null;
  viewModel: ViewModelData;
  /** Attention weights of all heads, one tensor [heads, queries, keys] per layer; null if unknown. */
  allHeads: readonly Tensor[] | null;
  /** The whole scene, including the part outside the canvas. */
  scene: Scene;
  /** The animation of the current view; null if the view has none. */
  motion: Motion | null;
  /**
   * Captions of the scene: a model that the page has passed in, the head, its strongest weight, its reliability, and
   * the limits of the numbers.
   */
  captions: readonly string[];
  /** Captions of an export that contains all heads, instead of the selected one. */
  captionsOfAll: readonly string[];
  /** The user's interventions and their scope, written as attributes of the element. */
  interventions: Readonly<Record<string, string>>;
  background: string;
  textColor: string;
  /** Font families of the scene's text. */
  fonts: string;
}

export interface SnapshotInput extends PictureInput {
  model: ExportedModel | null;
}

/**
 * Takes a snapshot of the element's state, scene and captions.
 * @returns null if the text has no token
 */
export function takeSnapshot({ source, model, context, drawing, surface, timeline }: SnapshotInput): Snapshot | null {
  const viewModel = buildViewModel(source, context);
  if (!viewModel) return null;
  const { texts, state } = context;
  const { attention, layer, head } = source.headRef;
  const role = source.description?.role;
  const headLabel = texts.headLabel(layer, head, role ? texts.roles[role].name : null);
  const strongest = strongestCaption(texts, viewModel, source.baseline);
  const name = model ? nameOf(texts, model) : '';
  const claims = [
    strongest,
    shownDoubt(texts, source, viewModel),
    headSummaryText(texts, source, viewModel.selection.row),
  ];
  const limits = [
    ...(viewModel.steps ? [] : [texts.externalAttention]),
    ...(source.run?.trained === false ? [texts.untrained] : []),
  ];
  const captionOf = (what: string) => (viewModel.steps ? texts.shownHead(texts.attentions[attention], what) : what);
  return {
    texts,
    state: { ...state, attention, layer, head },
    title: source.title,
    model,
    viewModel,
    allHeads: source.layerWeights && allHeadsOf(source.layerWeights).layers,
    scene: { ...drawing.draw({ ...viewModel, ...surface }, true), fonts: surface.fonts },
    fonts: surface.fonts,
    motion: motionOf({ ...viewNamed(state.view), ...drawing }, source, context, viewModel, timeline, strongest),
    captions: [name, ...limits, captionOf(headLabel), ...claims].filter((each) => each !== ''),
    captionsOfAll: [name, ...limits, captionOf(texts.allHeads)].filter((each) => each !== ''),
    interventions:
      viewModel.steps && hasInterventions(state) ? { ...writtenInterventions(state), scope: state.scope } : {},
    background: viewModel.palette.surface,
    textColor: viewModel.palette.text,
  };
}
