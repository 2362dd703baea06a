// How the element looks. Its colours are the pictures' own, set as custom properties from view/palette.ts.
import { css } from 'lit';

export const styles = css`
  :host {
    display: block;
    color: var(--text);
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: 14px;
    overflow: hidden;
    font:
      15px/1.5 system-ui,
      'Noto Sans',
      'PingFang SC',
      'Microsoft YaHei',
      'Noto Sans CJK SC',
      sans-serif;
    container-type: inline-size;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  button,
  input,
  select {
    font: inherit;
    color: inherit;
  }
  button,
  select,
  input[type='text'] {
    min-height: 40px;
    border: 1px solid var(--line);
    border-radius: 9px;
    background: var(--raised);
  }
  button {
    cursor: pointer;
  }
  button:hover {
    border-color: var(--muted);
  }
  :focus-visible {
    outline: 3px solid var(--query);
    outline-offset: 2px;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 10px 18px;
    padding: 12px 16px;
  }
  .sentence {
    display: flex;
    flex: 1 1 620px;
    gap: 8px;
    min-width: 0;
  }
  .sentence input {
    flex: 1;
    min-width: 0;
    padding: 0 14px;
    background: var(--background);
    font-size: 17px;
  }
  .sentence select {
    width: 9.5em;
    padding: 0 8px;
  }
  .kinds,
  .heads {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    border: 0;
    margin: 0;
    padding: 0;
  }
  .kinds legend,
  .heads legend {
    float: left;
    padding: 0 8px 0 0;
    color: var(--muted);
  }
  .kinds label,
  .heads label {
    display: grid;
    place-items: center;
    cursor: pointer;
  }
  .kinds label:has(:checked),
  .heads label:has(:checked) {
    font-weight: 700;
  }
  .kinds label:has(:focus-visible),
  .heads label:has(:focus-visible) {
    outline: 3px solid var(--query);
    outline-offset: 2px;
  }
  .kinds input,
  .heads input {
    position: absolute;
    opacity: 0;
  }
  .kinds label {
    height: 36px;
    padding: 0 12px;
    border: 1px solid var(--line);
  }
  .kinds label:first-of-type {
    border-radius: 9px 0 0 9px;
  }
  .kinds label:last-of-type {
    border-radius: 0 9px 9px 0;
  }
  .kinds label + label {
    border-left: 0;
  }
  .kinds label:has(:checked) {
    background: var(--accent);
    color: var(--surface);
  }
  .heads {
    gap: 6px;
  }
  .heads label {
    position: relative;
    min-width: 32px;
    height: 34px;
    border-radius: 9px;
    border: 2px solid var(--head);
    font-variant-numeric: tabular-nums;
  }
  .heads label:has(:checked) {
    background: var(--head);
    color: var(--on-head);
  }
  .layer {
    display: inline-flex;
    align-items: center;
    gap: 3px;
    margin-right: 8px;
  }
  .layer-name {
    color: var(--muted);
    font-size: 12px;
    margin-right: 2px;
  }
  .layer label {
    opacity: 0.75;
  }
  .layer label.trained,
  .layer label:has(:checked) {
    opacity: 1;
  }
  .layer label.trained {
    font-weight: 700;
    border-width: 3px;
  }
  .link {
    border: 0;
    padding: 0 2px;
    min-height: 24px;
    background: none;
    color: var(--accent);
    text-decoration: underline;
    cursor: pointer;
    font: inherit;
  }
  .card {
    max-width: min(860px, 94vw);
    max-height: 88vh;
    overflow: auto;
    padding: 8px 24px 24px;
    border: 1px solid var(--line);
    border-radius: 14px;
    background: var(--surface);
    color: var(--text);
    font-size: 14.5px;
    line-height: 1.5;
  }
  .card::backdrop {
    background: rgb(0 0 0 / 45%);
  }
  .card form {
    position: sticky;
    top: 0;
    text-align: right;
  }
  .card .close {
    width: 36px;
    height: 36px;
    border: 1px solid var(--line);
    border-radius: 50%;
    background: var(--raised);
    color: var(--text);
    font-size: 20px;
    cursor: pointer;
  }
  .card h2 {
    margin: 0 0 8px;
  }
  .card table {
    border-collapse: collapse;
    width: 100%;
  }
  .card th {
    width: 9em;
    text-align: left;
    vertical-align: top;
    font-weight: 400;
    padding: 10px 12px 10px 0;
    border-top: 1px solid var(--line);
  }
  .card td {
    padding: 10px 0;
    border-top: 1px solid var(--line);
  }
  .card td p {
    margin: 0;
  }
  .card .score {
    display: block;
    color: var(--muted);
  }
  .card ul {
    margin: 4px 0;
    padding-left: 1.2em;
  }
  .card summary {
    margin: 14px 0;
    cursor: pointer;
    min-height: 24px;
  }
  .next-pieces {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: 4px 0 10px;
    padding: 0;
    list-style: none;
  }
  .next-pieces li {
    padding: 2px 8px;
    border: 1px solid var(--line);
    border-radius: 7px;
    background: var(--raised);
    font-size: 13.5px;
  }
  .hands-on {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 14px;
    padding: 12px 16px 16px;
    border-top: 1px solid var(--line);
    font-size: 14px;
  }
  .hands-on h2 {
    flex-basis: 100%;
    margin: 0;
    font-size: 15px;
  }
  .toggle,
  .undo {
    min-height: 34px;
    padding: 0 12px;
  }
  .toggle[aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
    font-weight: 700;
  }
  .undo {
    border-color: var(--accent);
    color: var(--accent);
    font-weight: 700;
  }
  .slider {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 34px;
  }
  .slider input {
    width: 96px;
    accent-color: var(--accent);
  }
  .slider output {
    min-width: 2.6em;
    font-variant-numeric: tabular-nums;
  }
  .zoom {
    position: absolute;
    top: 10px;
    right: 10px;
    display: grid;
    gap: 4px;
  }
  .zoom button {
    width: 38px;
    min-height: 38px;
    padding: 0;
    font-size: 18px;
  }
  [data-view='numbers'] canvas {
    visibility: hidden;
  }
  [data-view='matrix'] canvas {
    touch-action: none;
  }
  .numbers-view {
    position: absolute;
    inset: 0;
    overflow: auto;
    padding: 12px 16px;
  }
  .numbers-view p {
    margin: 0 0 8px;
  }
  .numbers-view table {
    border-collapse: collapse;
    font-size: 13.5px;
    font-variant-numeric: tabular-nums;
  }
  .numbers-view td,
  .numbers-view th {
    padding: 3px 9px;
    text-align: right;
    white-space: nowrap;
  }
  .numbers-view tbody th {
    position: sticky;
    left: -16px;
    background: var(--surface);
  }
  .numbers-view .link {
    text-decoration: none;
    color: inherit;
  }
  .numbers-view tr[aria-current] {
    background: var(--raised);
  }
  .numbers-view tr[aria-current] th {
    background: var(--raised);
    color: var(--query);
    font-weight: 700;
  }
  .take {
    padding: 8px 16px 12px;
    border-top: 1px solid var(--line);
  }
  .take summary {
    min-height: 28px;
    cursor: pointer;
    color: var(--muted);
  }
  .take .formats {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin: 8px 0;
  }
  .take .formats button,
  .take p button {
    padding: 0 12px;
  }
  .take p {
    margin: 0;
  }
  .switch {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 36px;
    cursor: pointer;
  }
  .switch input {
    width: 18px;
    height: 18px;
    accent-color: var(--accent);
  }
  .notice {
    margin: 0;
    padding: 7px 16px;
    background: var(--raised);
    color: var(--text);
    font-size: 13.5px;
  }
  .notice.error {
    border-left: 4px solid var(--positive);
  }
  .main {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 300px;
    border-top: 1px solid var(--line);
  }
  .stage {
    position: relative;
    min-width: 0;
    background: var(--surface);
  }
  canvas {
    display: block;
    width: 100%;
    height: clamp(430px, 64vh, 760px);
    touch-action: pan-y;
  }
  .message {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    padding: 20px;
    color: var(--muted);
    font-size: 17px;
    text-align: center;
  }
  .side {
    display: flex;
    flex-direction: column;
    border-left: 1px solid var(--line);
    background: var(--background);
    overflow-wrap: anywhere;
  }
  aside {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: 14px;
    padding: 16px;
  }
  aside h2 {
    margin: 0;
    font-size: 18px;
  }
  aside p {
    margin: 0;
  }
  .formula {
    font:
      italic 15px/1.5 Cambria,
      'Times New Roman',
      'Noto Serif',
      serif;
    color: var(--muted);
  }
  .cell {
    padding: 12px;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--surface);
  }
  .cell.kept {
    border-color: var(--query);
  }
  .cell h3 {
    margin: 0 0 6px;
    font-size: 15px;
  }
  .cell .numbers {
    font:
      13.5px/1.7 ui-monospace,
      'SF Mono',
      Menlo,
      Consolas,
      'DejaVu Sans Mono',
      monospace;
  }
  .hint {
    color: var(--muted);
    font-size: 13px;
  }
  .query {
    color: var(--query);
  }
  .key {
    color: var(--key);
  }
  .value {
    color: var(--value);
  }
  .weight {
    color: var(--accent);
    font-weight: 600;
  }
  .result {
    font-weight: 700;
  }
  .timeline {
    grid-column: 1 / -1;
    display: flex;
    border-top: 1px solid var(--line);
    align-items: center;
    gap: 8px;
    padding: 12px 16px 14px;
  }
  .timeline button.round {
    flex: none;
    width: 44px;
    height: 44px;
    border-radius: 50%;
    display: grid;
    place-items: center;
    padding: 0;
  }
  .timeline button.play,
  .timeline button.pause {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
  }
  .timeline .speed {
    padding: 0 4px;
  }
  .track {
    flex: 1;
    min-width: 0;
  }
  .track input {
    display: block;
    width: 100%;
    margin: 0;
    height: 22px;
    accent-color: var(--accent);
  }
  .stages {
    display: flex;
    gap: 2px;
  }
  .stages button {
    min-width: 0;
    min-height: 28px;
    padding: 2px 0;
    border: 0;
    border-radius: 6px;
    background: none;
    color: var(--muted);
    font-size: 13px;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .stages button:hover {
    color: var(--text);
    background: var(--raised);
  }
  .stages button[aria-current] {
    color: var(--accent);
    font-weight: 700;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  @container (max-width: 760px) {
    .main {
      grid-template-columns: minmax(0, 1fr);
    }
    .side {
      order: 1;
      border-left: 0;
      border-top: 1px solid var(--line);
    }
    canvas {
      height: clamp(400px, 56vh, 560px);
    }
    .sentence {
      flex: 1 1 100%;
      flex-wrap: wrap;
    }
    .sentence input {
      flex-basis: 100%;
    }
    .sentence select {
      flex: 1;
    }
    .bar,
    .timeline {
      padding-inline: 12px;
    }
    .timeline {
      flex-wrap: wrap;
      justify-content: center;
    }
    .track {
      order: -1;
      flex-basis: 100%;
    }
    .stages {
      display: none;
    }
  }
`;
