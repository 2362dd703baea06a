// Links of the docs as they work in the repository, made to work in the site.
import { posix } from 'node:path';

/** Pages of the repository that the site has under other addresses. */
const PAGES = {
  'BENCHMARKS.md': 'docs/benchmarks.md',
  'CHANGELOG.md': 'docs/changelog.md',
  'CONTRIBUTING.md': 'docs/contributing.md',
};

/** The anchor of a heading, as GitHub makes it. */
export const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Where a page's links begin: in its folder, or in that of the page that it includes, `from: ..` in its front matter. */
const folderOf = ({ relativePath, frontmatter }) =>
  posix.join('docs', posix.dirname(relativePath), frontmatter.from ?? '');

/** The address in the site of a link of a page; null: the site does not have it. */
function siteLink(href, page) {
  if (/^([a-z]+:|#|\/)/.test(href)) return href;
  const [path, anchor] = href.split('#');
  const file = posix.join(folderOf(page), decodeURI(path));
  const target = PAGES[file] ?? file;
  if (!target.startsWith('docs/') || target.startsWith('docs/tutorial/')) return null;
  return `/${target.slice('docs/'.length)}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** The link to the page in the other language, which the site has in its bar. */
const OTHER_LANGUAGE = /^\[(English|中文)\]\([^)]*\)$/;

/** A plugin of markdown-it: links to files that the site does not have become text. */
export function repositoryLinks(markdown) {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    const other = tokens.findIndex(({ type, content }) => type === 'inline' && OTHER_LANGUAGE.test(content));
    if (other > 0) tokens.splice(other - 1, 3); // with its paragraph
    for (const { children } of tokens) {
      for (let index = 0; index < (children?.length ?? 0); index++) {
        const token = children[index];
        if (token.type !== 'link_open') continue;
        const link = siteLink(token.attrGet('href'), env);
        if (link !== null) token.attrSet('href', link);
        else {
          const close = children.findIndex(({ type }, at) => at > index && type === 'link_close');
          children.splice(close, 1);
          children.splice(index, 1);
          index--;
        }
      }
    }
  });
}
