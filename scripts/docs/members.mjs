// Generates web/element/state/members.ts, which declares the properties of the <attention-spotlight> element as
// accessors. TypeScript's mapped types cannot express them, because a setter accepts more types than the getter
// returns.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../paths.mjs';
import { membersInSources } from './tables.mjs';

export const file = join(project, 'web/element/state/members.ts');

const HEAD = `// The properties of the element as members. Written by \`npm run docs:tables\` from the table in properties.ts.
import type { PropertyInput, State } from './properties.js';

export interface PropertyMembers {
`;

/**
 * Current and generated version of the file web/element/state/members.ts. `lang` is declared separately, because
 * HTMLElement also declares it.
 */
export async function members() {
  const { format, resolveConfig } = await import('prettier');
  const accessors = membersInSources('State')
    .map(({ name, meaning }) => ({ name: name.replaceAll('`', ''), meaning }))
    .filter(({ name }) => name !== 'lang')
    .map(
      ({ name, meaning }) =>
        `/** ${meaning} */\nget ${name}(): State['${name}'];\nset ${name}(value: PropertyInput<'${name}'>);\n`,
    );
  const options = { ...(await resolveConfig(file)), filepath: file };
  return { current: readFileSync(file, 'utf8'), generated: await format(`${HEAD}${accessors.join('\n')}}\n`, options) };
}
