// Tiny models of every family, adapted for the element. They have no tokenizer and read the letters of a text; vision
// models always read the same image.
import { casesOf, FAMILIES, filesOf } from '../../engine/models/tiny-models.mjs';

export const LETTER_MODELS = [...FAMILIES, 'vit', 'vit-gray'];

const idOf = (letter) => 3 + (letter.codePointAt(0) % 20);
const tokensOf = (text) => Array.from(text, (letter, at) => ({ text: letter, start: at, end: at + 1 }));

function imageOf(name) {
  const [{ pixels }] = casesOf(name);
  const shape = [pixels.length, pixels[0].length, pixels[0][0].length];
  return { data: Float32Array.from(pixels.flat(Infinity)), shape };
}

/**
 * Functions `tokenize` and `run` for texts whose tokens are letters. The target of an encoder-decoder is the text
 * without its first letter.
 */
function readerOf(model, name) {
  if (model.image) {
    const image = imageOf(name);
    const run = (_text, options) => model.run(image, options);
    return { run, tokenize: () => run().tokens };
  }
  const idsOf = (text) => Array.from(text, idOf);
  const targetOf = (text) => (model.layers.cross > 0 ? { target: idsOf(text).slice(1) } : {});
  return { run: (text, options) => model.run(idsOf(text), { ...targetOf(text), ...options }), tokenize: tokensOf };
}

/** Opens a tiny model with an engine. Returns an object with the interface that the element requires of a model. */
export async function openLetterModel(engine, name, precision) {
  const model = await engine.loadPretrained(filesOf(name), { precision });
  const { trained, embedDim, numHeads, layers, heads, description, activations, contextLength } = model;
  return {
    trained,
    embedDim,
    numHeads,
    layers,
    heads,
    description,
    activations,
    contextLength,
    parameters: model.parameters,
    parameter: (parameter) => model.parameter(parameter),
    ...readerOf(model, name),
  };
}
