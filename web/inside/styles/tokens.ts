// Colors, type and space. The interface is ink; color is data.
import { css } from 'lit';

export const tokens = css`
  :host {
    --paper: #f7f2e6;
    --sheet: #fffdf6;
    --sunk: #eee7d7;
    --rule: #d8cdb6;
    --edge: #8a7c62;
    --ink: #221d15;
    --ink-2: #574d3d;
    --on-ink: #fffdf6;
    --gold: #e5a50a;
    --gold-edge: #a86c00;
    --marker: #fbe6a6;
    --query: #0f5fc2;
    --key: #a84e00;
    --loses: #a03a22;
    --gains: #2d5f8b;
    --read:
      'Iowan Old Style', 'Palatino Linotype', Palatino, P052, 'Noto Serif SC', 'Source Han Serif SC',
      'Noto Serif CJK SC', 'Songti SC', 'PingFang SC', serif;
    --operate:
      'Segoe UI', -apple-system, 'Source Sans 3', 'Noto Sans', 'Noto Sans SC', 'Noto Sans CJK SC', 'PingFang SC',
      'Microsoft YaHei UI', sans-serif;
    border: 0;
    border-radius: 0;
    background: var(--paper);
    color: var(--ink);
    font: 15px/1.5 var(--operate);
    font-variant-numeric: lining-nums tabular-nums;
    font-variant-east-asian: proportional-width; /* or else quotes of a Chinese face stand apart */
    overflow: visible;
  }
  :host([theme='dark']) {
    --paper: #0f1420;
    --sheet: #171e2d;
    --sunk: #0a0e17;
    --rule: #2f3a50;
    --edge: #74829d;
    --ink: #f2ecdd;
    --ink-2: #bcbbb4;
    --on-ink: #171e2d;
    --gold: #f5c044;
    --gold-edge: #f5c044;
    --marker: #4b3c17;
    --query: #5fa8f5;
    --key: #ff9a4d;
    --loses: #f0896a;
    --gains: #8bbde6;
  }
  [lang|='zh'] {
    font-family: 'Spotlight Chinese marks', var(--operate);
    line-height: 1.65;
    font-variant-east-asian: normal;
  }
`;
