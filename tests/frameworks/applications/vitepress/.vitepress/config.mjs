export default {
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'attention-spotlight' } } },
  vite: { optimizeDeps: { exclude: ['attention-spotlight'] } },
};
