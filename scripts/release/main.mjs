// npm run release: checks that this checkout can be released, and tags it; `-- --dry-run` only checks, and lists
// everything that is missing. The command publishes nothing: pushing the tag starts publishing
// (.github/workflows/publish.yml). After publication, `-- --record` records from which sources the published
// WebAssembly was built, so that contributors without Emscripten can download it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../paths.mjs';
import { command, CommandError, isProgram, run, say } from '../say.mjs';
import {
  digestIn,
  digestOfSources,
  fetchPackage,
  inTemporaryFolder,
  integrityOf,
  RECORD,
  unpackWasm,
} from '../toolchain/release-wasm.mjs';

const read = (file) => readFileSync(join(project, file), 'utf8');

/** Fields of package.json that only the project's maintainers can fill in. */
const MAINTAINERS_FIELDS = ['homepage', 'repository', 'bugs', 'author'];

/** Files that repeat the version of the package, each with a function that returns the text containing it. */
const VERSIONS = [
  ['python/pyproject.toml', (version) => `version = "${version}"`],
  ['web/element/export/package-address.ts', (version) => `VERSION = '${version}'`],
  ['README.md', (version) => `attention-spotlight@${version}/`],
  ['README.zh.md', (version) => `attention-spotlight@${version}/`],
  ['CHANGELOG.md', (version) => `## [${version}]`],
];

/**
 * Obstacles to releasing this checkout, as sentences; none if it can be released.
 * @param description content of package.json
 * @param textOf function that reads a file
 */
export function obstacles(description, textOf = read) {
  const { version } = description;
  return [
    ...MAINTAINERS_FIELDS.filter((field) => !description[field]).map((field) => `package.json has no "${field}"`),
    ...VERSIONS.filter(([file, say]) => !textOf(file).includes(say(version))).map(
      ([file, say]) => `${file} does not say ${say(version)}, the version of package.json`,
    ),
  ];
}

async function release({ isDryRun }) {
  const description = JSON.parse(read('package.json'));
  const changes = await run('git', ['status', '--porcelain'], { cwd: project });
  const found = [...obstacles(description), ...(changes ? ['there are changes that are not committed'] : [])];
  if (found.length > 0)
    throw new CommandError(`this cannot be released:\n${found.map((each) => `- ${each}`).join('\n')}`);
  const tag = `v${description.version}`;
  if (isDryRun) return say(`${tag} can be released`);
  await run('git', ['tag', tag], { cwd: project });
  say(
    `tagged ${tag}: push the tag, which tests and publishes; then run npm run release -- --record, and commit the record`,
  );
}

async function record() {
  const { version } = JSON.parse(read('package.json'));
  await inTemporaryFolder(async (folder) => {
    const archive = await fetchPackage(version, folder);
    const sources = digestIn(await unpackWasm(archive, folder));
    if (sources !== digestOfSources())
      throw new CommandError(`${version} was built from different C++ sources: ${sources}`);
    writeFileSync(RECORD, `${JSON.stringify({ version, sources, integrity: integrityOf(archive) }, null, 2)}\n`);
  });
  say(`wrote ${RECORD.slice(project.length + 1)}`);
}

if (isProgram(import.meta.filename)) {
  await command(() =>
    process.argv.includes('--record') ? record() : release({ isDryRun: process.argv.includes('--dry-run') }),
  );
}
