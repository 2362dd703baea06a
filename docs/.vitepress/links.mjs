// Adapts links in the docs, which work in the repository, to the documentation website.
import { posix } from 'node:path';

/** Pages of the repository that have another address on the website. */
const PAGES = {
  'BENCHMARKS.md': 'docs/benchmarks.md',
  'CHANGELOG.md': 'docs/changelog.md',
  'CONTRIBUTING.md': 'docs/contributing.md',
};

/** Anchor of a heading, in GitHub's style. */
export const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/**
 * Folder to which a page's links are relative: the page's own folder, or that of the page that it includes, which is
 * `from: ..` in its front matter.
 */
const folderOf = ({ relativePath, frontmatter }) =>
  posix.join('docs', posix.dirname(relativePath), frontmatter.from ?? '');

/** Address on the website of a page's link; null if the website does not have the target. */
function siteLink(href, page) {
  if (/^([a-z]+:|#|\/)/.test(href)) return href;
  const [path, anchor] = href.split('#');
  const file = posix.join(folderOf(page), decodeURI(path));
  const target = PAGES[file] ?? file;
  if (!target.startsWith('docs/') || target.startsWith('docs/tutorial/')) return null;
  return `/${target.slice('docs/'.length)}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Matches the link to the page in the other language, which the website has in its navigation bar. */
const OTHER_LANGUAGE = /^\[(English|中文)\]\([^)]*\)$/;

/** Plugin of markdown-it: adapts the links, and turns links to files that the website does not have into text. */
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
