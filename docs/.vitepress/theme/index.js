// VitePress's theme without its fonts. Live elements have the theme and the language of the page.
import DefaultTheme from 'vitepress/theme-without-fonts';
import { useData, useRoute } from 'vitepress';
import { nextTick, onMounted, watch } from 'vue';
import Playground from './Playground.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component('SpotlightPlayground', Playground),
  setup() {
    const { isDark, lang } = useData();
    const route = useRoute();
    const dress = async () => {
      await nextTick();
      await globalThis.customElements.whenDefined('attention-spotlight');
      for (const element of document.querySelectorAll('attention-spotlight')) {
        element.theme = isDark.value ? 'dark' : 'light';
        if (!element.hasAttribute('lang')) element.lang = lang.value;
      }
    };
    onMounted(() => watch([isDark, lang, () => route.path], dress, { immediate: true }));
  },
};
