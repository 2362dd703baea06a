// Font families of the canvas and the interface. For the page outside the element, page/fonts.css defines the same
// ones.
export const SANS = 'system-ui, "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';
export const MONO = 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
