// Entries of the website's navigation bars, in both languages.

/** Pages that exist in both languages. */
export const GUIDE = [
  'start',
  'engine',
  'activations',
  'analysis',
  'element',
  'embedding',
  'models',
  'training',
  'glossary',
  'cookbook',
  'playground',
];

const TITLES = {
  en: {
    start: 'Start',
    engine: 'Engine',
    activations: 'Activations',
    analysis: 'Analysis',
    element: 'Element',
    embedding: 'Embedding',
    models: 'Models',
    training: 'Training',
    glossary: 'Glossary',
    cookbook: 'Cookbook',
    playground: 'Playground',
  },
  zh: {
    start: '开始',
    engine: '引擎',
    activations: '激活值',
    analysis: '分析',
    element: '元素',
    embedding: '嵌入',
    models: '模型',
    training: '训练',
    glossary: '术语表',
    cookbook: '示例程序',
    playground: '演练场',
  },
};

const guideOf = (language, prefix) =>
  GUIDE.map((name) => ({ text: TITLES[language][name], link: `${prefix}/${name}` }));

const PROJECT = [
  { text: 'Benchmarks', link: '/benchmarks' },
  { text: 'Speed of the page', link: '/page-speed' },
  { text: 'Architecture', link: '/architecture' },
  { text: 'Decisions', link: '/decisions/README' },
  { text: 'Contributing', link: '/contributing' },
  { text: 'The package', link: '/package' },
  { text: 'Sources', link: '/sources' },
  { text: 'Gallery', link: '/gallery/README' },
  { text: 'Changelog', link: '/changelog' },
];

const MODULES = ['engine', 'element', 'entries/model', 'entries/stories', 'embed', 'analysis', 'teaching', 'image'];
const api = (text) => ({
  text,
  items: MODULES.map((name) => ({ text: name.replace('entries/', ''), link: `/api/${name}` })),
});

export const english = {
  nav: [
    { text: 'Guide', link: '/start', activeMatch: '^/(?!api|zh|benchmarks|playground)' },
    { text: 'API', link: '/api/', activeMatch: '^/api/' },
    { text: 'Playground', link: '/playground' },
    { text: 'Benchmarks', link: '/benchmarks' },
  ],
  sidebar: [
    { text: 'Guide', items: guideOf('en', '') },
    { ...api('API'), collapsed: true },
    { text: 'Project', items: PROJECT, collapsed: false },
  ],
};

export const chinese = {
  nav: [
    { text: '指南', link: '/zh/start', activeMatch: '^/zh/(?!playground)' },
    { text: 'API（英文）', link: '/api/' },
    { text: '演练场', link: '/zh/playground' },
    { text: '性能测试（英文）', link: '/benchmarks' },
  ],
  sidebar: [
    { text: '指南', items: guideOf('zh', '/zh') },
    { ...api('API（英文）'), collapsed: true },
    { text: '项目（英文）', items: PROJECT, collapsed: true },
  ],
  outline: { label: '本页内容', level: [2, 3] },
  docFooter: { prev: '上一页', next: '下一页' },
  returnToTopLabel: '回到顶部',
  sidebarMenuLabel: '目录',
  darkModeSwitchLabel: '外观',
  lightModeSwitchTitle: '切换到浅色',
  darkModeSwitchTitle: '切换到深色',
  langMenuLabel: '切换语言',
  skipToContentLabel: '跳到正文',
  notFound: { title: '没有这一页', quote: '请检查网址，或从首页重新开始。', linkText: '回到首页' },
};
