// Stands for VitePress's composables/langs.js: a page that one language lacks leads to the other language's first page, and
// not to one that is not there. Anchors are the language's own.
import { useData } from 'vitepress';
import { computed } from 'vue';
import { GUIDE } from '../navigation.mjs';

const isTranslated = (path) => GUIDE.includes(path.replace(/\.md$/, ''));

export function useLangs({ correspondingLink = false } = {}) {
  const { site, localeIndex, page } = useData();
  const languages = computed(() =>
    Object.entries(site.value.locales).map(([key, { label, link }]) => ({ key, label, link: link ?? '/' })),
  );
  const currentLang = computed(() => languages.value.find(({ key }) => key === localeIndex.value));
  const localeLinks = computed(() => {
    const path = page.value.relativePath.slice(currentLang.value.link.length - 1);
    return languages.value
      .filter(({ key }) => key !== localeIndex.value)
      .map(({ label, link }) => ({
        text: label,
        link: correspondingLink && isTranslated(path) ? link + path.replace(/\.md$/, '.html') : link,
      }));
  });
  return { localeLinks, currentLang };
}
