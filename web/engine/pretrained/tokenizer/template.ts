// Post-processors in tokenizer.json, which add special tokens before and after a text's tokens.
import { expectString, expectWholeNumber } from '../../core/checks.js';
import type { Part } from './part.js';

/** A special token that a post-processor adds, with its id in tokenizer.json. */
export interface TemplateToken {
  readonly token: string;
  readonly id: number;
}

export interface Template {
  readonly before: readonly TemplateToken[];
  readonly after: readonly TemplateToken[];
}

const KINDS = ['TemplateProcessing', 'BertProcessing', 'RobertaProcessing', 'ByteLevel', 'Sequence'] as const;
/** Maximum number of special tokens that a tokenizer adds before and after a text. */
const MAX_TOKENS = 256;
const NOTHING: Template = { before: [], after: [] };

/**
 * Reads from a post-processor which special tokens are added before and after a text.
 * @throws TypeError or RangeError that names the invalid field
 */
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

/** Reads a field that contains a special token as [token, id]. */
function tokenIn(part: Part, field: string): TemplateToken {
  const [token, id] = part.list(field);
  return tokenOf(part.nameOf(field), token, id);
}

const tokenOf = (name: string, token: unknown, id: unknown): TemplateToken => ({
  token: expectString(`${name}: the token`, token),
  id: expectWholeNumber(`${name}: the id`, id, 0),
});

/** Special tokens that an item of a template stands for, by the item's id. */
function tokensOf(part: Part, id: string): TemplateToken[] {
  const special = part.part('special_tokens').part(id);
  const tokens = special.list('tokens');
  return special.list('ids').map((each, at) => tokenOf(`${special.name}[${at}]`, tokens[at] ?? id, each));
}

function templateOfItems(part: Part): Template {
  const items = part.parts('single').map((item) => {
    if (item.has('Sequence')) {
      item.part('Sequence').oneOf('id', ['A']);
      return null;
    }
    return tokensOf(part, item.part('SpecialToken').text('id'));
  });
  const text = items.indexOf(null);
  if (text < 0 || text !== items.lastIndexOf(null)) {
    throw part.error('single', 'one Sequence, the text');
  }
  const flat = (some: typeof items) => some.flatMap((tokens) => tokens ?? []);
  return { before: flat(items.slice(0, text)), after: flat(items.slice(text + 1)) };
}
