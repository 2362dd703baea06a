// Copies comments from C++ structs to the TypeScript types that Emscripten generates from them, so that editors show
// the comments.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './paths.mjs';

/** C++ structs that are passed to and from JavaScript as objects, with their headers. */
const STRUCTS = {
  RotaryScaling: 'cpp/layers/rotary.hpp',
  StackDescription: 'cpp/model/description.hpp',
  TransformerDescription: 'cpp/model/description.hpp',
};

const capitalized = (text) => text[0].toUpperCase() + text.slice(1);
const camelCase = (text) => text.replace(/([a-z])_([a-z])/g, (_, end, begin) => end + begin.toUpperCase());

/** Comments of a C++ struct's members, by JavaScript name. */
function commentsOf(struct, header) {
  const [body] = new RegExp(`^struct ${struct} \\{$.*?^\\};$`, 'ms').exec(header);
  const comments = Array.from(body.matchAll(/^ {2}[\w:]+ (\w+)(?: = [^;]+)?; +\/\/ (.+)$/gm), ([, member, comment]) =>
    [member, comment].map(camelCase),
  );
  return new Map(comments);
}

/**
 * Adds the comments of the C++ structs to the generated types.
 * @param types TypeScript types that Emscripten has generated
 */
export function documented(types) {
  let text = types;
  for (const [struct, file] of Object.entries(STRUCTS)) {
    const comments = commentsOf(struct, readFileSync(join(project, file), 'utf8'));
    text = text.replace(new RegExp(`^export type ${struct} = \\{$.*?^\\};$`, 'ms'), (declared) =>
      declared.replace(/^ {2}(\w+):/gm, (field, name) =>
        comments.has(name) ? `  /** ${capitalized(comments.get(name))}. */\n${field}` : field,
      ),
    );
  }
  return text;
}
