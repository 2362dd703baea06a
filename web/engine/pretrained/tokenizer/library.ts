// Types of those parts of @huggingface/tokenizers that are used: single steps, and the translation of Oniguruma's
// regular expressions. The package's own declarations refer to missing files.

interface Normalizer {
  normalize: (text: string) => string;
}
interface Decoder {
  decode_chain: (tokens: string[]) => string[];
}
type Of<Step> = new (config: object) => Step;

export interface Library {
  PrecompiledNormalizer: Of<Normalizer>;
  SplitPreTokenizer: Of<{ pattern: RegExp | null }>;
  WordPieceDecoder: Of<Decoder>;
  MetaspaceDecoder: Of<Decoder>;
  BPEDecoder: Of<Decoder>;
  CTCDecoder: Of<Decoder>;
  FuseDecoder: Of<Decoder>;
  StripDecoder: Of<Decoder>;
  ByteFallbackDecoder: Of<Decoder>;
}

export const importLibrary = async (): Promise<Library> =>
  (await import('@huggingface/tokenizers')) as unknown as Library;
