// Font families of canvas and interface. Pages outside the element get them from page/fonts.css.
export const SANS = 'system-ui, "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';
export const MONO = 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
