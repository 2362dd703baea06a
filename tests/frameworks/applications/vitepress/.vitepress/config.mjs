export default {
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'attention-spotlight' } } },
  vite: { optimizeDeps: { exclude: ['attention-spotlight'] } },
};
