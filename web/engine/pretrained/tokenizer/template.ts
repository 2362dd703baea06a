// Post-processors: the special tokens before and after those of a text.
import { expectString } from '../../core/checks.js';
import type { Part } from './part.js';

export interface Template {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const KINDS = ['TemplateProcessing', 'BertProcessing', 'RobertaProcessing', 'ByteLevel', 'Sequence'] as const;
/** Special tokens around a text. */
const MAX_TOKENS = 256;
const NOTHING: Template = { before: [], after: [] };

/** @throws TypeError or RangeError that names the field that is not as expected */
export function templateOf(part: Part): Template {
  switch (part.oneOf('type', KINDS)) {
    case 'TemplateProcessing':
      return templateOfItems(part);
    case 'BertProcessing':
    case 'RobertaProcessing':
      return { before: [tokenIn(part, 'cls')], after: [tokenIn(part, 'sep')] };
    case 'ByteLevel':
      return NOTHING;
    case 'Sequence':
      return part.parts('processors').reduce((all, each) => {
        const { before, after } = templateOf(each);
        const joined = { before: [...before, ...all.before], after: [...all.after, ...after] };
        if (joined.before.length + joined.after.length <= MAX_TOKENS) return joined;
        throw part.error('processors', `at most ${MAX_TOKENS} special tokens`);
      }, NOTHING);
  }
}

/** The token of a field [token, id]. */
function tokenIn(part: Part, field: string): string {
  return expectString(`${part.nameOf(field)}[0]`, part.list(field)[0]);
}

function templateOfItems(part: Part): Template {
  const items = part.parts('single').map((item) => {
    if (item.has('Sequence')) {
      item.part('Sequence').oneOf('id', ['A']);
      return null;
    }
    return item.part('SpecialToken').text('id');
  });
  const text = items.indexOf(null);
  if (text < 0 || text !== items.lastIndexOf(null)) {
    throw part.error('single', 'one Sequence, the text');
  }
  return { before: items.slice(0, text) as string[], after: items.slice(text + 1) as string[] };
}
