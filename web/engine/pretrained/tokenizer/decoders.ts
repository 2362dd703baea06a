// Decoders in tokenizer.json: steps that convert tokens back to text.
import { bytesOfToken, type Writing } from '../token-spans.js';
import { patternOf, replaceAll, STEP, type Tools } from './pattern.js';
import type { Library } from './library.js';
import type { Part } from './part.js';

export type DecodeStep = (tokens: string[]) => string[];
type Make = (part: Part, tools: Tools, isAdded: (token: string) => boolean) => DecodeStep;

const MAX_STRIPPED = 2 ** 16;

/**
 * Returns a function that creates a decoder of the library @huggingface/tokenizers, after a check of its fields in
 * tokenizer.json.
 */
const ofLibrary =
  (name: keyof Library & `${string}Decoder`, check: (part: Part) => void = () => undefined): Make =>
  (part, { library }) => {
    check(part);
    const step = new library[name](part.fields);
    return (tokens) => step.decode_chain(tokens);
  };

const MAKE: Readonly<Record<string, Make>> = {
  ByteLevel: (_part, _tools, isAdded) => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    return (tokens) => {
      const texts: string[] = [];
      let bytes: number[] = [];
      const finish = () => {
        if (bytes.length > 0) texts.push(decoder.decode(Uint8Array.from(bytes)));
        bytes = [];
      };
      for (const token of tokens) {
        if (isAdded(token)) {
          finish();
          texts.push(token);
        } else for (const byte of bytesOfToken(token, 'bytes')) bytes.push(byte);
      }
      finish();
      return texts;
    };
  },
  WordPiece: ofLibrary('WordPieceDecoder', (part) => {
    part.text('prefix', '');
    part.flag('cleanup', false);
  }),
  Metaspace: ofLibrary('MetaspaceDecoder', (part) => part.text('replacement', '')),
  BPEDecoder: ofLibrary('BPEDecoder', (part) => part.text('suffix', '')),
  CTC: ofLibrary('CTCDecoder', (part) => {
    part.text('pad_token', '');
    part.text('word_delimiter_token', '');
    part.flag('cleanup', false);
  }),
  Fuse: ofLibrary('FuseDecoder'),
  Strip: ofLibrary('StripDecoder', (part) => {
    part.text('content', '');
    for (const side of ['start', 'stop']) part.whole(side, 0, MAX_STRIPPED, 0);
  }),
  ByteFallback: ofLibrary('ByteFallbackDecoder'),
  Replace: (part, tools) => {
    const rule = { pattern: patternOf(part, tools), content: part.text('content', ''), work: tools.work };
    return (tokens) => tokens.map((token) => replaceAll(part.name, rule, token));
  },
};
const KINDS = [...Object.keys(MAKE), 'Sequence'];

/**
 * Creates the function that converts tokens back to text, from the field `decoder` of tokenizer.json.
 * @throws TypeError or RangeError that names the invalid field
 */
export function decoderOf(part: Part, tools: Tools, isAdded: (token: string) => boolean): DecodeStep {
  const kind = part.oneOf('type', KINDS);
  tools.work.spend(part.name, STEP);
  if (kind === 'Sequence') {
    const steps = part.parts('decoders').map((each) => decoderOf(each, tools, isAdded));
    return (tokens) => steps.reduce((all, step) => step(all), tokens);
  }
  const step = MAKE[kind]!(part, tools, isAdded);
  const { work } = tools;
  return (tokens) => {
    work.spend(part.name, 16 + 4 * lengthOf(tokens));
    const decoded = step(tokens);
    work.expectShort(part.name, lengthOf(decoded));
    return decoded;
  };
}

/** Notation in which the tokenizer writes its tokens, inferred from the type of the decoder. */
export function writingOf(part: Part): Writing {
  switch (part.fields['type']) {
    case 'ByteLevel':
      return 'bytes';
    case 'WordPiece':
      return 'wordpiece';
    case 'Sequence':
      return (
        part
          .parts('decoders')
          .map(writingOf)
          .find((writing) => writing !== 'metaspace') ?? 'metaspace'
      );
    default:
      return 'metaspace';
  }
}

export const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length + 1, 0);
