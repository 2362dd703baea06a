// npm run docs:tables: after a change of the element's properties or of what the package exports, writes the members of the element
// (which its compilation needs), builds the package, and updates the tables in docs/ that are derived from it.
import { writeFileSync } from 'node:fs';
import { buildPackage } from '../build-package.mjs';
import { buildWasm } from '../build-wasm.mjs';
import { npmPackages } from '../npm-packages.mjs';
import { project } from '../paths.mjs';
import { command, say } from '../say.mjs';

function update(file, { current, generated }) {
  if (current === generated) return;
  writeFileSync(file, generated);
  say(`wrote ${file.slice(project.length + 1)}`);
}

await command(async () => {
  await npmPackages();
  await buildWasm();
  const { file, members } = await import('./members.mjs');
  update(file, await members());
  await buildPackage();
  const { pagesWithTables } = await import('./tables.mjs');
  for (const page of await pagesWithTables()) update(page.file, page);
});
