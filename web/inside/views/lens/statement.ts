// Sentence about the logit lens: from which layer on the question's token is ahead of the token it is compared with,
// and from which layer on it is one of the most probable tokens.
import { aheadFrom, amongFirst, FIRST_RANKS } from './rows.js';
import { shownToken, type Shown } from '../../element/shown.js';
import type { Lens } from './work.js';
import type { Prediction } from '../../work/answer.js';

export const lensStatement = (shown: Shown, lens: Lens, prediction: Prediction): string =>
  shown.texts.lens.both(statementOf(shown, lens, prediction), rankStatement(shown, lens, prediction)).trim();

function statementOf({ texts }: Shown, lens: Lens, { token, against }: Prediction): string {
  const [own, rival] = [shownToken(token.text), shownToken(against.text)];
  const from = aheadFrom(lens);
  if (from === null) return texts.lens.behind(own, rival);
  return from === 0 ? texts.lens.always(own, rival) : texts.lens.ahead(from, own, rival);
}

function rankStatement({ texts }: Shown, lens: Lens, { token }: Prediction): string {
  const from = amongFirst(lens);
  return from === null ? '' : texts.lens.among(from, shownToken(token.text), FIRST_RANKS);
}
