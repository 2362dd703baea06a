// The families of letters, in pictures and in the interface; pages that are not the element have them in page/fonts.css.
export const SANS = 'system-ui, "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';
export const MONO = 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
