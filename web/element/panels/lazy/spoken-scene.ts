// Describes the scene to screen readers in whole sentences, with the numbers that the scene shows.
import { arithmeticOf } from '../../../view/arithmetic/index.js';
import { attentionStage } from '../../../view/marks/attention-matrix.js';
import { dividedByRootOf } from '../../../view/scaling.js';
import { isOver } from '../../../view/stages.js';
import { isParameter, PARAMETERS } from '../../../view/marks/parameters.js';
import { narrationOf, type InputProps } from './narration.js';
import { originsOf } from '../../source/origins/origins.js';
import { tokensOf, VECTORS } from '../../../view/marks/vectors.js';
import { formatNumber, type HeadSteps, type ViewModelData } from '../../../view/view-model.js';
import type { AttentionSource } from '../../source/attention-source.js';
import type { AllMessages } from '../../../locales/index.js';
import type { Cell } from '../../../view/scene.js';
import type { Tensor } from '../../../engine/core/tensor.js';
import type { View } from '../../../view/views/index.js';

/** Captions about the query token's weights, as they read at the end of the animation. */
export interface SpokenCaptions {
  /** Sentence about the key that the query token attends to most. */
  strongest: string;
  /** Reason to doubt that the head attends to the right token; '' if there is none. */
  doubt: string;
  /** Phrases for the query token's largest weights, each as in “72% from “cat””. */
  shares: readonly string[];
}

interface Spoken extends SpokenCaptions {
  texts: AllMessages;
  source: AttentionSource;
  viewModel: ViewModelData;
}

/** Sentences about the selected cell, or else about the current stage, or else about the query token's weights. */
export function spokenScene(
  texts: AllMessages,
  source: AttentionSource,
  viewModel: ViewModelData,
  view: View,
  captions: SpokenCaptions,
): string {
  const text = sceneInWords({ texts, source, viewModel, ...captions }, view);
  // The label of the translation's start token, a symbol, is replaced by words that can be read aloud.
  const start = source.run && source.tokens.query.find((token) => token.start === token.end)?.text;
  return start ? text.replaceAll(start, texts.spoken.start) : text;
}

function sceneInWords(spoken: Spoken, { animated, lastStage, name }: View): string {
  const { texts, source, viewModel } = spoken;
  const { moment, selection, steps } = viewModel;
  if (selection.cell) return cellInWords(spoken, selection.cell);
  if (steps && animated && moment.stage !== lastStage) return stageInWords(spoken, steps);
  const { layer, head } = source.headRef;
  const ofHead = name === 'heads' ? [texts.spoken.head(texts.headLabel(layer, head, null))] : [];
  return [...ofHead, ...weightsInWords(spoken)].join(texts.sentenceSeparator);
}

/**
 * Sentences about the query token's weights: the strongest key, other keys with a considerable share, and a reason to
 * doubt the head.
 */
function weightsInWords({ texts, source, strongest, doubt, shares }: Spoken): string[] {
  const others = source.baseline ? [] : shares.slice(1);
  return [strongest, others.length > 0 ? texts.spoken.others(others) : '', doubt].filter((part) => part !== '');
}

function cellInWords({ texts: { spoken }, source, viewModel }: Spoken, cell: Cell): string {
  const { matrix, row, column } = cell;
  const steps = viewModel.steps && { ...viewModel.steps, ...originsOf(source) };
  const number = arithmeticOf({ ...viewModel, steps }, cell).lines[0]!.at(-1)!.text;
  if (matrix === 'attention') {
    const what = spoken.numbers[attentionStage(viewModel)?.matrix ?? 'scores'];
    return spoken.cell(what, viewModel.queryTokens[row]!, viewModel.keyTokens[column]!, number);
  }
  if (isParameter(matrix)) return spoken.parameter(PARAMETERS[matrix].symbol.replace('_', ' '), row, column, number);
  const [token, dimension] = VECTORS[matrix].transposed ? [column, row] : [row, column];
  return spoken.element(tokensOf(viewModel, matrix)[token]!, viewModel.nameOf(matrix), dimension, number);
}

/** Sentences about the current stage with the numbers of the query token. */
function stageInWords(spoken: Spoken, steps: HeadSteps): string {
  const { texts, viewModel } = spoken;
  const { moment, generatingRow } = viewModel;
  if (generatingRow !== null) return texts.generation;
  if (isOver(moment)) return weightedSumInWords(spoken, texts.conclusion);
  return texts.stages[moment.stage] + texts.colon + happeningIn(spoken, steps);
}

/**
 * Sentence about the shares that the keys' values have in the query token's output, or the reason why there are none.
 */
function weightedSumInWords(
  { viewModel, strongest, shares }: Spoken,
  sentence: (query: string, shares: readonly string[]) => string,
): string {
  return shares.length === 0 ? strongest : sentence(viewModel.queryTokens[viewModel.selection.row]!, shares);
}

function happeningIn(all: Spoken, steps: HeadSteps): string {
  const { texts, source, viewModel } = all;
  const { spoken } = texts;
  const { queryTokens, keyTokens, selection, moment } = viewModel;
  const { trace, scaling } = steps;
  const query = queryTokens[selection.row]!;
  const rowOf = ({ data }: Tensor) =>
    data.subarray(selection.row * keyTokens.length, (selection.row + 1) * keyTokens.length);
  const [scores, scaled, masked] = [rowOf(trace.scores), rowOf(trace.scaled), rowOf(trace.masked)];
  const narrated = (stage: Parameters<typeof narrationOf>[1]) => narrationOf(texts, stage, steps, inputOf(source));
  switch (moment.stage) {
    case 'tokens':
      return spoken.tokens(queryTokens.length);
    case 'embed':
      return spoken.embed(query, steps.queryInput.shape[1]!);
    case 'project':
      return spoken.project(query, trace.query.shape[1]!);
    case 'score': {
      const [most, least] = [Math.max(...scores), Math.min(...scores)];
      const keyOf = (score: number) => keyTokens[scores.indexOf(score)]!;
      return spoken.score(query, [keyOf(most), formatNumber(most)], [keyOf(least), formatNumber(least)]);
    }
    case 'scale': {
      const root = dividedByRootOf(scaling);
      if (root === null || scaling.temperature !== 1) return narrated('scale');
      const largest = Math.max(...scaled);
      return spoken.scale(String(root), keyTokens[scaled.indexOf(largest)]!, formatNumber(largest));
    }
    case 'mask':
      return steps.isMasked
        ? spoken.mask(query, masked.filter((score) => score === -Infinity).length, keyTokens.length)
        : narrated('mask');
    case 'softmax':
      return [spoken.softmax, ...weightsInWords(all)].join(texts.sentenceSeparator);
    case 'sum':
      return weightedSumInWords(all, spoken.sum);
    case 'output':
      return spoken.output(query, steps.numHeads, steps.output.shape[1]!);
    default:
      return narrated(moment.stage);
  }
}

const inputOf = ({ headRef, run, architecture }: AttentionSource): InputProps => ({
  headRef,
  trained: run?.trained ?? false,
  architecture,
});
