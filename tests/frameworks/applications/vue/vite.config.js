import vue from '@vitejs/plugin-vue';

const isCustomElement = (tag) => tag === 'attention-spotlight';
export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };
