// VitePress renders pages in Node first; the element is for browsers.
import DefaultTheme from 'vitepress/theme';
import { onMounted } from 'vue';

export default {
  extends: DefaultTheme,
  setup() {
    onMounted(async () => {
      await import('attention-spotlight/element');
      const { showNumbers } = await import('../../../numbers.js');
      await showNumbers(document.querySelector('attention-spotlight'));
    });
  },
};
