// The properties of the element as members. Written by `npm run docs:tables` from the table in properties.ts.
import type { PropertyInput, State } from './properties.js';

export interface PropertyMembers {
  /** The text, such as a sentence. Its default is in the language of the interface. */
  get text(): State['text'];
  set text(value: PropertyInput<'text'>);

  /** The model: the trained translation model, an untrained model, or the story model, which continues the text. */
  get model(): State['model'];
  set model(value: PropertyInput<'model'>);

  /** How the story model samples the next token, written as 'temperature:topP:seed'; temperature 0 takes the most probable token. */
  get sampling(): State['sampling'];
  set sampling(value: PropertyInput<'sampling'>);

  /** The attention type of the selected head; 'auto': the one to which the head in `head` belongs. */
  get attention(): State['attention'];
  set attention(value: PropertyInput<'attention'>);

  /** The layer of the selected head, counted from 0; used if `head` is a number. */
  get layer(): State['layer'];
  set layer(value: PropertyInput<'layer'>);

  /** The selected head: its number in the layer, counted from 0, or its role; 'auto': the most distinctive head, in an encoder and in a model that continues the text; otherwise a supervised head. */
  get head(): State['head'];
  set head(value: PropertyInput<'head'>);

  /** Scope of the interventions: the selected head, all heads of its layer, or every layer of the model. */
  get scope(): State['scope'];
  set scope(value: PropertyInput<'scope'>);

  /** True if the weights are shown as differences from the baseline, the run without interventions. */
  get compare(): State['compare'];
  set compare(value: PropertyInput<'compare'>);

  /** The view: the way in which the attention is shown. */
  get view(): State['view'];
  set view(value: PropertyInput<'view'>);

  /** True if the views 'ledger' and 'steps' show the matrices of the head: X, W_Q, W_K, W_V, W_O and their products. */
  get matrices(): State['matrices'];
  set matrices(value: PropertyInput<'matrices'>);

  /** The part of the matrix that the view 'matrix' shows, written as 'factor:x:y'. */
  get zoom(): State['zoom'];
  set zoom(value: PropertyInput<'zoom'>);

  /** The order of the heads in the view 'heads'. */
  get sort(): State['sort'];
  set sort(value: PropertyInput<'sort'>);

  /** The head that the view 'heads' compares with the selected head, or null. If both are the same head, it is compared with and without interventions. */
  get pin(): State['pin'];
  set pin(value: PropertyInput<'pin'>);

  /** The stage of the animation. If the attention does not have this stage, the end of the previous stage is shown. */
  get stage(): State['stage'];
  set stage(value: PropertyInput<'stage'>);

  /** The progress of the animation within its stage, from 0 to 1. */
  get progress(): State['progress'];
  set progress(value: PropertyInput<'progress'>);

  /** The playback rate of the animation; 1 is the normal rate. */
  get speed(): State['speed'];
  set speed(value: PropertyInput<'speed'>);

  /** The index of the selected query token; −1: the most distinctive query token of the head. */
  get query(): State['query'];
  set query(value: PropertyInput<'query'>);

  /** The pinned cell of a matrix, written as 'matrix:row:column', or null. */
  get cell(): State['cell'];
  set cell(value: PropertyInput<'cell'>);

  /** The colors; 'auto': light or dark, as on the page. */
  get theme(): State['theme'];
  set theme(value: PropertyInput<'theme'>);

  /** The open chapter and step of the course, written as 'chapter.step'; '': none. */
  get chapter(): State['chapter'];
  set chapter(value: PropertyInput<'chapter'>);

  /** The controls that are available to the user, separated by commas; 'all' or 'none'. */
  get controls(): State['controls'];
  set controls(value: PropertyInput<'controls'>);

  /** True if each token of the sentence attends only to itself and to earlier tokens. */
  get causal(): State['causal'];
  set causal(value: PropertyInput<'causal'>);

  /** True if the attention scores are divided by √headDim. */
  get scaling(): State['scaling'];
  set scaling(value: PropertyInput<'scaling'>);

  /** The temperature of the softmax: a divisor of the attention scores, in addition to the scaling. */
  get temperature(): State['temperature'];
  set temperature(value: PropertyInput<'temperature'>);

  /** Number of padding tokens at the end of the sentence, to which no token attends. */
  get padding(): State['padding'];
  set padding(value: PropertyInput<'padding'>);

  /** Masked pairs of a query token and a key token, as indices, written as 'query.key,…'. */
  get mask(): State['mask'];
  set mask(value: PropertyInput<'mask'>);

  /** Ablated (switched off) tokens and heads, as indices, written as 'token,…,attention.layer.head,…'. */
  get ablate(): State['ablate'];
  set ablate(value: PropertyInput<'ablate'>);
}
