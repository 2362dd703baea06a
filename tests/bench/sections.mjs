// Sections of BENCHMARKS.md. Several commands write the file; each has a section between two comments.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { project } from '../../scripts/paths.mjs';

const SECTION = /<!-- (bench:\w+) -->.*?<!-- end \1 -->/gs;
const file = join(project, 'BENCHMARKS.md');
const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');

async function write(text) {
  writeFileSync(file, await prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file }));
}

export const table = (header, rows) =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Writes the section with the results of `npm run bench`. The sections of other commands stay unchanged. */
export const writePage = (text) => write([text, ...(read().match(SECTION) ?? [])].join('\n\n'));

/** Writes the section of a command to BENCHMARKS.md, in place of its previous version or at the end. */
export function writeSection(name, text) {
  const section = `<!-- ${name} -->\n\n${text}\n\n<!-- end ${name} -->`;
  const page = read();
  const last = page.match(SECTION)?.find((each) => each.startsWith(`<!-- ${name} -->`));
  return write(last ? page.replace(last, () => section) : `${page}\n${section}\n`);
}
