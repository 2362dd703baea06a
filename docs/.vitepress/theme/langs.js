// Replaces VitePress's composables/langs.js: if a page is missing in the other language, its link leads to the first
// page of that language instead of to a missing page. Anchors are not kept, since they differ between languages.
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
