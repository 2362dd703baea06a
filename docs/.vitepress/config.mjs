// Documentation website. `npm run docs` builds it from docs/*.md, which can also be read in the repository.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chineseLines } from './chinese-lines.mjs';
import { repositoryLinks, slugOf } from './links.mjs';
import { chinese, english } from './navigation.mjs';

const build = join(import.meta.dirname, '../../build');
const base = process.env.DOCS_BASE ?? '/docs/';

/**
 * Words of a text for the search, including Chinese ones. VitePress copies this function into its pages as source code,
 * so it must not refer to anything outside.
 */
const tokenize = (text) =>
  Array.from(new Intl.Segmenter('zh', { granularity: 'word' }).segment(text))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());

/** The icon of the main page, which is part of its HTML as a data URL. */
const [, icon] = readFileSync(join(import.meta.dirname, '../../web/page/index.html'), 'utf8').match(
  /rel="icon"\s+href="([^"]+)"/,
);

const searchTexts = {
  button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
  modal: {
    displayDetails: '显示详情',
    resetButtonTitle: '清除',
    backButtonTitle: '关闭',
    noResultsText: '没有找到',
    footer: { selectText: '打开', navigateText: '移动', closeText: '关闭' },
  },
};

export default {
  title: 'Spotlight',
  description: 'Transformer attention, computed and shown in the browser.',
  base,
  outDir: join(build, 'docs'),
  cacheDir: join(build, 'docs-cache'),
  srcExclude: ['tutorial/**', 'public/**'],
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', href: icon }],
    ['script', { type: 'module', src: `${base}attention-spotlight/dist/engine/attention-spotlight.js` }],
  ],
  markdown: {
    config: (markdown) => markdown.use(repositoryLinks).use(chineseLines),
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'attention-spotlight' } } },
  vite: {
    optimizeDeps: { entries: [] }, // not the pages in tutorial/
    resolve: {
      alias: [{ find: /^.*\/composables\/langs$/, replacement: join(import.meta.dirname, 'theme/langs.js') }],
    },
  },
  themeConfig: {
    ...english,
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        locales: { zh: { translations: searchTexts } },
        miniSearch: { options: { tokenize } },
      },
    },
  },
  locales: {
    root: { label: 'English', lang: 'en' },
    zh: {
      label: '中文',
      lang: 'zh-CN',
      link: '/zh/',
      description: '在浏览器里计算并展示 Transformer 的注意力。',
      themeConfig: chinese,
    },
  },
};
