// Answers the question about a prediction: finds the tokens of the text, the position of the question, and the most
// probable tokens there.
import { candidatesOf } from '../../engine/pretrained/candidates.js';
import { logSumExp } from '../../engine/transformer/most-probable.js';
import { intervened } from './interventions/intervened.js';
import { isSameIntervention, type Intervention } from '../interventions.js';
import { namesOf, textAfter } from './token-names.js';
import type { Context, Inspected, Runs } from './inspected.js';
import type { PretrainedModel } from '../../engine/pretrained/pretrained-model.js';
import type { PretrainedRun } from '../../engine/pretrained/pretrained-run.js';

/** Text and question about the model's prediction. A null stands for a default. */
export interface Asked {
  readonly text: string;
  /**
   * For an encoder-decoder, the target of its decoder, '' if the model generates it; for a model with token types, the
   * second sentence, '' if there is none.
   */
  readonly second: string;
  readonly position: number | null;
  readonly token: number | null;
  readonly against: number | null;
  /** Continuation of the text whose first token is the default for the question's token; null if there is none. */
  readonly answer: string | null;
  /** Continuation of the text whose first token is the default for the token to compare with; null if there is none. */
  readonly rival: string | null;
  readonly interventions: readonly Intervention[];
  /** Second sentence, from which interventions that are patches take their activations; '' if there are none. */
  readonly other: string;
}

export interface ShownToken {
  readonly id: number;
  readonly text: string;
}

export interface Candidate extends ShownToken {
  readonly probability: number;
  readonly logit: number;
}

/** Answer to the question about a prediction; only for a model with logits. */
export interface Prediction {
  readonly stack: 'encoder' | 'decoder';
  /** Position of the token that the question is about, from 0. */
  readonly position: number;
  readonly token: Candidate;
  readonly against: Candidate;
  /** Most probable tokens, in descending order of probability. */
  readonly candidates: readonly Candidate[];
  /**
   * Both tokens of the question, with their probabilities in the run without the interventions; null if there are no
   * interventions.
   */
  readonly baseline: { readonly token: Candidate; readonly against: Candidate } | null;
}

export interface Answer {
  readonly text: string;
  /** Tokens that the stack with the question reads; in a model without logits, those of its encoder. */
  readonly tokens: readonly ShownToken[];
  /** Tokens that the encoder of an encoder-decoder reads; null for other models. */
  readonly source: readonly ShownToken[] | null;
  readonly prediction: Prediction | null;
}

/** Number of most probable tokens that the user can choose from for the question. */
const CANDIDATES = 12;
/** Maximum number of tokens that an encoder-decoder generates for a text. */
const GENERATED = 40;
/** Texts of the mask tokens of BERT and RoBERTa. */
const MASKS = ['[MASK]', '<mask>'];

/**
 * Runs the model on the text, unless this was already done, and answers the question. The default question compares the
 * two most probable tokens of the run without interventions.
 */
export async function ask(
  inspected: Inspected,
  { text, second, position, token, against, answer, rival: named, interventions, other: patched }: Asked,
  context: Context,
): Promise<Answer> {
  const { baseline, intervened: run } = await runsOn(
    inspected,
    { text, second, other: patched },
    interventions,
    context,
  );
  const { model } = inspected;
  const stack = stackOf(model);
  const tokens = shownTokens(run, stack);
  const source = model.layers.cross > 0 ? shownTokens(run, 'encoder') : null;
  if (!hasLogits(model)) return { text, tokens, source, prediction: null };
  const at = position !== null && position < tokens.length ? position : positionOf(model, run);
  const logits = logitsOf(run, at);
  const candidateOf = candidatesAt({ model, run }, at, logits);
  const count = Math.min(CANDIDATES, logits.length);
  const mostProbable = (of: Float32Array) => candidatesOf(of, count, (id) => model.tokenText(id)).map(({ id }) => id);
  const candidates = mostProbable(logits).map((id) => candidateOf(id));
  const ofBaseline = run === baseline ? logits : logitsOf(baseline, at);
  const usual = mostProbable(ofBaseline);
  const valid = (id: number | null) => (id !== null && id < logits.length ? id : null);
  const first = valid(token ?? idOf(model, text, answer)) ?? usual[0]!;
  const others = usual.filter((id) => id !== first);
  const other = valid(against ?? idOf(model, text, named));
  const rival = other === null || other === first ? others[0]! : other;
  const baselineOf = candidatesAt({ model, run: baseline }, at, ofBaseline);
  const prediction = {
    stack,
    position: at,
    token: candidateOf(first),
    against: candidateOf(rival),
    candidates,
    baseline: interventions.length > 0 ? { token: baselineOf(first), against: baselineOf(rival) } : null,
  };
  return { text, tokens, source, prediction };
}

const stackOf = ({ layers }: Pick<PretrainedModel, 'layers'>): Prediction['stack'] =>
  layers.decoder > 0 ? 'decoder' : 'encoder';

/** Tokens that a stack (encoder or decoder) reads, with the texts by which they are displayed. */
export function shownTokens(run: PretrainedRun, stack: Prediction['stack']): ShownToken[] {
  const tokens = stack === 'decoder' ? run.target : run.tokens;
  const names = namesOf(tokens);
  return tokens.map(({ id }, at) => ({ id, text: names[at]! }));
}

/** Logits of a run at one position, [vocabulary] or [classes]. */
export const logitsOf = (run: PretrainedRun, position: number): Float32Array =>
  run.activation(`${stackOf(run)}.logits`, { tokens: [position] }).data;

type ModelRun = Pick<Inspected, 'model' | 'run'>;

/**
 * Returns a function that gives a token id its text, probability and logit at a position.
 * @param logits logits at the position
 */
export function candidatesAt(of: ModelRun, position: number, logits: Float32Array): (id: number) => Candidate {
  const normalizer = logSumExp(logits);
  const textOf = textsAfter(of, stackOf(of.model), position);
  return (id) => {
    const logit = logits[id]!;
    return { id, text: textOf(id), logit, probability: Math.exp(logit - normalizer) };
  };
}

/** Id of the first token that a continuation adds to a text; null if there is no continuation. */
function idOf(model: PretrainedModel, text: string, continuation: string | null): number | null {
  if (continuation === null) return null;
  const [before, after] = [text, text + continuation].map((each) => model.tokenize(each).map(({ id }) => id));
  return after!.find((id, at) => id !== before![at]) ?? null;
}

/**
 * Displayed texts of the tokens that a model predicts at a position. In a decoder, a predicted token may complete the
 * bytes of a character that the tokens before it begin.
 */
export function textsAfter(
  { model, run }: ModelRun,
  stack: Prediction['stack'],
  position: number,
): (id: number) => string {
  const ownText = (id: number) => model.tokenText(id);
  if (stack === 'encoder') return ownText;
  const before = run.target.slice(0, position + 1).map(({ id }) => id);
  return (id) => textAfter(ownText, before, id);
}

const hasLogits = ({ activations }: PretrainedModel): boolean =>
  activations.some(({ name }) => name === 'decoder.logits' || name === 'encoder.logits');

/**
 * Runs the model on a text or a pair of texts, with and without the interventions. If neither texts nor interventions
 * have changed, returns the previous runs.
 */
async function runsOn(
  inspected: Inspected,
  { text, second, other }: Pick<Asked, 'text' | 'second' | 'other'>,
  interventions: readonly Intervention[],
  context: Context,
): Promise<Runs> {
  const { model } = inspected;
  const key = JSON.stringify([text, second, other]);
  const known = inspected.runs?.key === key ? inspected.runs : null;
  const isSame =
    known?.interventions.length === interventions.length &&
    interventions.every((each, at) => isSameIntervention(each, known.interventions[at]!));
  if (isSame) return known;
  const baseline = known?.baseline ?? runOf(model, text, second);
  const runOther = () => runBeside(model, baseline, other, second);
  const runs = {
    key,
    baseline,
    interventions,
    intervened: await intervened(inspected, baseline, interventions, runOther, context),
  };
  if (!context.signal.aborted) inspected.show(runs);
  return runs;
}

/** Creates a run on a text or a pair of texts, without interventions. */
export function runOf(model: PretrainedModel, text: string, second: string): PretrainedRun {
  if (model.layers.cross > 0) return model.run(text, { target: second === '' ? generated(model, text) : second });
  if (second === '' || (model.description.encoder?.tokenTypes ?? 0) < 2) return model.run(text);
  // A pair of texts becomes the sequence [CLS] text [SEP] second [SEP], with the token types 0 and 1.
  const [first, other] = [text, second].map((each) => model.tokenize(each).map(({ id }) => id));
  const after = other!.slice(1);
  return model.run([...first!, ...after], { tokenTypes: [...first!.map(() => 0), ...after.map(() => 1)] });
}

/**
 * Creates a run on the second sentence of the view `patching`. In an encoder-decoder, the decoder gets the same target
 * as in the run on the first sentence.
 */
export function runBeside(model: PretrainedModel, run: PretrainedRun, other: string, second: string): PretrainedRun {
  const target = run.target.slice(1).map(({ id }) => id);
  return model.layers.cross > 0 ? model.run(other, { target }) : runOf(model, other, second);
}

/** Token ids that an encoder-decoder generates for a text by greedy decoding. */
function generated(model: PretrainedModel, text: string): number[] {
  const ids = Array.from(model.generate(text, { maxTokens: GENERATED }), ({ id }) => id);
  return ids.length > 0 ? ids : [0];
}

/**
 * Default position of the question: in a decoder, the last token; in an encoder, the first masked token; in a
 * classifier, the first token.
 */
export function positionOf({ labels, layers }: PretrainedModel, run: PretrainedRun): number {
  if (layers.decoder > 0) return run.target.length - 1;
  if (labels.length > 0) return 0;
  return Math.max(
    0,
    run.tokens.findIndex(({ text }) => MASKS.includes(text)),
  );
}
