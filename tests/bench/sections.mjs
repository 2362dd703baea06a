// BENCHMARKS.md is one page of several commands: each has a section of its own, between two comments.
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

/** Writes the results of `npm run bench`; the sections of the other commands stay. */
export const writePage = (text) => write([text, ...(read().match(SECTION) ?? [])].join('\n\n'));

/** The section of a command, in the place of its last one, or at the end of the page. */
export function writeSection(name, text) {
  const section = `<!-- ${name} -->\n\n${text}\n\n<!-- end ${name} -->`;
  const page = read();
  const last = page.match(SECTION)?.find((each) => each.startsWith(`<!-- ${name} -->`));
  return write(last ? page.replace(last, () => section) : `${page}\n${section}\n`);
}
