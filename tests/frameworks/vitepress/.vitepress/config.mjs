export default {
  outDir: '../../../build/frameworks/vitepress',
  cacheDir: '../../../build/frameworks/vitepress-cache',
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'attention-spotlight' } } },
};
