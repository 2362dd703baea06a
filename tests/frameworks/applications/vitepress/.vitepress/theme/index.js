import DefaultTheme from 'vitepress/theme';
import { onMounted } from 'vue';

export default {
  extends: DefaultTheme,
  setup() {
    onMounted(() => import('attention-spotlight/element'));
  },
};
