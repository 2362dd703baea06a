// Generates tables in docs/ from the built package. In a page, a table is marked by
//   <!-- table SOURCE: COLUMN … -->  (header, rows)  <!-- end -->
// The header row and the handwritten column `text` are preserved; all other columns come from the source.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { MAY_IMPORT } from '../lint/architecture.mjs';
import { CONTENTS } from '../release/package-contents.mjs';
import { project } from '../paths.mjs';
import { testedWith } from './tested-with.mjs';

const docs = join(project, 'docs');
const MARKED = /(<!-- table (\S+): ([\w ]+) -->\n\n)([\s\S]*?)(\n\n<!-- end -->)/g;

const code = (text) => (text === '' ? '' : `\`${text}\``);

const ENTRIES = ['engine', 'element', 'analysis', 'teaching'];
const programs = new Map();

function programOf(files) {
  const made =
    programs.get(files[0]) ??
    ts.createProgram(files, {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      types: [],
      strict: true,
    });
  programs.set(files[0], made);
  return made;
}

/** Members of a type that the package exports, with their doc comments and types, both resolved and as declared. */
export const membersOf = (name) => membersIn(name, (entry) => join(project, 'dist', entry, 'index.d.ts'));

/**
 * Members of an exported type, like `membersOf`, but read from the sources, which may be newer than the built package.
 * Their types are less resolved.
 */
export const membersInSources = (name) => membersIn(name, (entry) => join(project, 'web', entry, 'index.ts'));

function membersIn(name, fileOf) {
  const entries = ENTRIES.map(fileOf);
  const program = programOf(entries);
  const checker = program.getTypeChecker();
  const exported = entries.flatMap((entry) =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry))),
  );
  const found = exported.find((symbol) => symbol.name === name);
  if (!found) throw new Error(`the package exports no ${name}, which docs/ asks a table of`);
  const symbol = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).map((member) => ({
    name: code(member.name),
    type: code(
      checker
        .typeToString(checker.getTypeOfSymbol(member), undefined, ts.TypeFormatFlags.NoTruncation)
        .replace(/ \| undefined$/, '')
        .replaceAll('readonly ', '')
        .replaceAll('"', "'"),
    ),
    declared: code((member.valueDeclaration?.type?.getText() ?? '').replace(/\s+/g, ' ').replace(/; }$/, ' }')),
    meaning: ts.displayPartsToString(member.getDocumentationComment(checker)).replace(/\s+/g, ' '),
  }));
}

export function parts() {
  const folder = join(project, 'web/element');
  const sources = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'));
  const texts = sources.map((name) => readFileSync(join(folder, name), 'utf8'));
  const names = texts.flatMap((text) => Array.from(text.matchAll(/part="([a-z-]+)"/g), ([, name]) => name));
  return [...new Set(names)].sort().map((name) => ({ name }));
}

/**
 * Rows of the table of a model's supervised heads, with the measures that the <attention-spotlight> element shows for
 * each head, by language.
 */
function rolesOf({ heads }, quotedMeasures) {
  const percent = (share) => `${Math.round(100 * share)}%`;
  const measured = (head, language) =>
    quotedMeasures(head, language)
      .map(({ score, baseline, n }) => `${percent(score)} (${percent(baseline)}, n = ${n.toLocaleString('en')})`)
      .join('; ');
  const supervised = heads.filter(({ role }) => role !== null);
  return supervised.map((head) => ({
    name: code(head.role),
    head: code(`${head.attention}.${head.layer}.${head.head}`),
    english: measured(head, 'en'),
    chinese: measured(head, 'zh'),
  }));
}

/**
 * Rows of the table of all activations of a model, in the order of computation, with the names of their dimensions from
 * C++.
 */
async function activations() {
  const built = (file) => import(pathToFileURL(join(project, 'dist/engine', file)));
  const { STEPS } = await built('transformer/activations.js');
  const { HOOKS, POST_NORM_HOOKS } = await built('pretrained/transformer-lens.js');
  const { instantiate } = await built('runtime/wasm-module.js');
  const wasm = await WebAssembly.compile(readFileSync(join(project, 'dist/engine/wasm/spotlight-simd.wasm')));
  const { TransformerSession } = await instantiate(wasm);
  return Array.from({ length: TransformerSession.stepCount() }, (_, step) => {
    const name = TransformerSession.stepName(step);
    return {
      name: code(name),
      shape: `[${TransformerSession.stepDimensions(step).replaceAll(' ', ', ')}]`,
      transformerLens: [HOOKS[name], POST_NORM_HOOKS[name]]
        .filter((hook) => hook)
        .map(code)
        .join(' / '),
      meaning: STEPS[name],
    };
  });
}

/** Rows of the table with this source, as objects with the text of each column's cell. */
async function rowsOf(source) {
  const built = (file) => import(pathToFileURL(join(project, 'dist', file)));
  if (source.startsWith('type#')) return membersOf(source.slice('type#'.length));
  if (source === 'properties') {
    const { PROPERTIES, writeProperty } = await built('element/state/properties.js');
    return membersOf('State').map((member) => {
      const name = member.name.replaceAll('`', '');
      return {
        ...member,
        values: PROPERTIES[name].expected,
        default: code(writeProperty(name, PROPERTIES[name].default)),
      };
    });
  }
  if (source === 'controls') {
    return (await built('element/state/properties.js')).CONTROLS.map((name) => ({ name: code(name) }));
  }
  if (source === 'activations') return activations();
  if (source === 'parts') return parts().map(({ name }) => ({ name: code(name) }));
  if (source === 'stages') {
    return (await built('view/stages.js')).STAGES.map(({ name, formula }) => ({ name: code(name), formula }));
  }
  if (source === 'colors') {
    const { light, dark } = (await built('view/marks/palette.js')).palettes;
    const property = (name) => `--spotlight-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return Object.keys(light)
      .filter((name) => typeof light[name] === 'string')
      .map((name) => ({ name: code(property(name)), light: code(light[name]), dark: code(dark[name]) }));
  }
  if (source === 'roles') {
    const { quotedMeasures } = await built('element/claims/head-claim.js');
    return rolesOf(JSON.parse(readFileSync(join(project, 'models/default/config.json'), 'utf8')), quotedMeasures);
  }
  if (/^measures-(en|zh)$/.test(source)) {
    const { measures } = (await built(`locales/${source.slice(-2)}/models.js`)).models;
    return Object.entries(measures).map(([name, { what, rule }]) => ({ name: code(name), what, rule }));
  }
  if (/^glossary-(en|zh)$/.test(source)) {
    const { TERMS } = await built('locales/glossary.js');
    const { terms } = (await built(`locales/${source.slice(-2)}/glossary.js`)).glossary;
    return Object.entries(terms).map(([name, { words, says }]) => ({
      term: `**${words[0]}**`,
      says,
      step: code(TERMS[name].step ?? ''),
      source: `[${new URL(TERMS[name].source).hostname.split('.').at(-2)}](${TERMS[name].source})`,
    }));
  }
  if (source === 'folders') {
    return Object.entries(MAY_IMPORT).map(([name, imports]) => ({
      name: code(name),
      imports: imports.map(code).join(', ') || 'nothing',
    }));
  }
  if (source === 'package') {
    return Object.entries(CONTENTS).map(([name, reason]) => ({ name: code(name), reason }));
  }
  if (source === 'tested') return testedWith();
  throw new Error(`docs/ asks for a table of ${source}, which scripts/docs/tables.mjs does not know`);
}

const cellsOf = (line) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Generates the lines of a table. Handwritten text of the old version is kept in the row with the same first cell. */
function tableOf(rows, columns, old) {
  const [header, , ...body] = old.split('\n').map(cellsOf);
  const written = new Map(body.map((cells) => [cells[0], cells.at(-1)]));
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const lineOf = (row) =>
    line(
      columns.map((column) => (column === 'text' ? (written.get(row.name) ?? '') : row[column].replaceAll('|', '\\|'))),
    );
  return [line(header), line(header.map(() => '---')), ...rows.map(lineOf)].join('\n');
}

/**
 * Pages of docs/ that contain generated tables, in their current and generated versions: [{ file, current, generated
 * }].
 */
export async function pagesWithTables() {
  const prettier = await import('prettier');
  const names = readdirSync(docs, { recursive: true }).filter(
    (name) => name.endsWith('.md') && !/^(api|node_modules|public)[\\/]/.test(name),
  );
  const pages = [];
  for (const file of names.map((name) => join(docs, name))) {
    const current = readFileSync(file, 'utf8');
    let generated = current;
    for (const [whole, begin, source, columns, old, end] of current.matchAll(MARKED)) {
      const table = tableOf(await rowsOf(source), columns.trim().split(/\s+/), old);
      generated = generated.replace(whole, () => begin + table + end);
    }
    if (generated === current) continue;
    const options = { ...(await prettier.resolveConfig(file)), filepath: file };
    pages.push({ file, current, generated: await prettier.format(generated, options) });
  }
  return pages;
}
