// Exports an analysis result to a self-describing file.
import { checkAsyncOptions, type AsyncOptions } from '../../engine/core/async-options.js';
import { describe, expectObject, expectOneOf, expectOptions, expectString } from '../../engine/core/checks.js';
import { writeSafetensors, type NamedTensor } from '../../engine/weights/write-safetensors.js';
import { csvOf } from './csv.js';
import { DEFINITIONS, type AnalysisResult } from './definitions.js';
import { definitionOf, describedTensors, plainFields, type DescribedTensor } from './described-tensors.js';
import { jsonOf, oneLine } from './json.js';
import { expectExportedModel, factsOf, type ExportedModel, type ModelFacts } from './model-facts.js';
import { npzOf } from './npz.js';

const FORMATS = {
  npz: (tensors, about) => npzOf(tensors.map(named), { about: oneLine(about) }),
  safetensors: (tensors, about) => writeSafetensors(tensors.map(named), { about: oneLine(about) }),
  csv: (tensors, about) => csvOf(tensors, oneLine(about)),
  json: jsonOf,
} as const satisfies Record<string, (tensors: readonly DescribedTensor[], about: object) => Uint8Array<ArrayBuffer>>;

export type ExportFormat = keyof typeof FORMATS;

export interface ExportOptions extends AsyncOptions {
  /** Name of the model for the file's metadata, since the model itself does not know its name. Default: none. */
  name?: string;
}

const named = ({ name, tensor }: DescribedTensor): NamedTensor => [name, tensor];

const COUNTING =
  'Layers, heads, tokens and all else count from 0. Logarithms are natural. NaN: not computed, or not defined. In JSON it is null, and an infinite number is a text.';

/**
 * Exports a result to a file: its tensors and `about`, JSON metadata with the analysis, its definition and paper, the
 * axes and labels of each tensor, texts and tokens, seeds, precision, interventions, and the model's files. Files that
 * are available locally are listed with their size and SHA-256, files loaded over the network by name only.
 * To read the formats: numpy.load(file), whose `about` is json.loads(str(file['about'])); safetensors.numpy.load_file,
 * with `about` in the metadata; pandas.read_csv(file, skiprows=1), since the first line is `about`; any JSON parser.
 * @example await writeFile('effects.npz', await exportResult(effects, model, 'npz'));
 * @param result of any function of this module, possibly partial
 * @param model the model that computed the result
 * @throws TypeError that names the invalid argument; the signal's reason if aborted; Error if a model file cannot be
 * read
 */
export async function exportResult(
  result: AnalysisResult,
  model: ExportedModel,
  format: ExportFormat,
  options?: ExportOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const exported = expectResult('result', result);
  const checked = expectExportedModel('model', model);
  if (checked.precision !== exported.precision) {
    throw new TypeError(
      `model: expected the model of the result, kept in ${exported.precision}, got one in ${checked.precision}`,
    );
  }
  const write = FORMATS[expectOneOf('format', format, Object.keys(FORMATS) as ExportFormat[])];
  const { name, ...others } = expectOptions('options', options, ['signal', 'onProgress', 'name']);
  const known = name === undefined ? {} : { name: expectString('name', name) };
  const given = checkAsyncOptions(others);
  given.signal?.throwIfAborted();
  const facts = { ...known, ...(await factsOf(checked, given)) };
  const tensors = describedTensors(exported);
  return write(tensors, aboutOf(exported, tensors, facts));
}

function aboutOf(result: AnalysisResult, tensors: readonly DescribedTensor[], model: ModelFacts): object {
  const { definition, source } = definitionOf(result);
  return {
    program: 'attention-spotlight',
    analysis: result.analysis,
    definition,
    ...(source !== '' && { source }),
    counting: COUNTING,
    model,
    ...plainFields(result),
    tensors: Object.fromEntries(
      tensors.map(({ name, is, axes, labels, tensor: { shape } }) => [
        name,
        { is, shape, axes, ...(Object.keys(labels).length > 0 && { labels }) },
      ]),
    ),
  };
}

function expectResult(name: string, value: unknown): AnalysisResult {
  const result = expectObject(name, value) as unknown as AnalysisResult;
  if (Object.hasOwn(DEFINITIONS, result.analysis ?? '')) return result;
  throw new TypeError(`${name}: expected a result of attention-spotlight/analysis, got ${describe(value)}`);
}
