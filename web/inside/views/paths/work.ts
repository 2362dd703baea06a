// Worker side of the view `paths`: the effects of the paths from tokens through heads to the answer.
import { pathAttribution, type PathAttribution, type Question } from '../../../analysis/index.js';
import { shownTokens } from '../../work/answer.js';
import type { Inspected } from '../../work/inspected.js';

export interface Paths extends Pick<PathAttribution, 'paths'> {
  /** Texts of the tokens that each stack (encoder, decoder) reads. */
  readonly tokens: { readonly encoder: readonly string[]; readonly decoder: readonly string[] };
}

function paths(inspected: Inspected, { question }: { question: Required<Question> }): Paths {
  const { run } = inspected;
  const result = pathAttribution(run, question);
  inspected.keep('paths', result);
  const textsOf = (stack: 'encoder' | 'decoder') => shownTokens(run, stack).map(({ text }) => text);
  return { paths: result.paths, tokens: { encoder: textsOf('encoder'), decoder: textsOf('decoder') } };
}

export const requests = { paths };
