// npm run docs:tables: updates generated files after changes to the properties of <attention-spotlight> or the
// package's exports. Generates the declarations of the element's properties from the sources (required to compile it),
// builds the package, and updates the generated tables in docs/.
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
  const { file, members } = await import('./members.mjs');
  update(file, await members());
  await buildWasm();
  await buildPackage();
  const { pagesWithTables } = await import('./tables.mjs');
  for (const page of await pagesWithTables()) update(page.file, page);
});
