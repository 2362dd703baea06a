// Styles of the controls and texts in “Look inside”.
import { css } from 'lit';

export const parts = css`
  h2,
  h3,
  p,
  dl,
  dd,
  ol,
  ul {
    margin: 0;
    padding: 0;
  }
  h2,
  h3 {
    font-weight: 600;
  }
  h2 {
    font-size: 21px;
    line-height: 1.3;
  }
  .start h2 {
    font-size: 38px;
    line-height: 1.2;
  }
  h3 {
    margin-top: 16px;
    font-size: 17px;
  }
  .lead {
    margin: 12px 0 24px;
    font-size: 21px;
    color: var(--ink-2);
  }
  .statement {
    margin: 12px 0 4px;
    font-size: 21px;
    line-height: 1.4;
  }
  .note,
  small,
  .quiet,
  .detail > small {
    color: var(--ink-2);
  }
  small,
  .note {
    font-size: 15px;
  }
  .one-line {
    min-height: 1.5em;
  }
  .number {
    text-align: right;
    white-space: nowrap;
  }
  button,
  select,
  input,
  .button {
    font: inherit;
    color: inherit;
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    min-height: 36px;
    padding: 0 16px;
    border: 1px solid var(--edge);
    border-radius: 4px;
    background: var(--sheet);
    text-decoration: none;
    cursor: pointer;
  }
  .filled {
    min-height: 44px;
    border-color: var(--ink);
    background: var(--ink);
    color: var(--on-ink);
    font-size: 17px;
  }
  .link {
    min-height: 28px;
    padding: 0;
    border: 0;
    background: none;
    text-decoration: underline;
    text-decoration-color: var(--edge);
    text-underline-offset: 4px;
  }
  :is(button, select, input, summary, .button, a, .map):focus-visible,
  .button:focus-within {
    outline: 3px solid var(--query);
    outline-offset: 3px;
  }
  .ways {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 12px;
    margin: 12px 0;
  }
  .button input {
    position: absolute;
    width: 1px;
    height: 1px;
    opacity: 0;
  }
  .drop {
    margin: 0 0 24px;
    padding: 16px 24px 20px;
    border: 2px dashed var(--edge);
    border-radius: 4px;
  }
  .address label {
    display: block;
  }
  .address input {
    display: block;
    width: min(560px, 100%);
    min-height: 44px;
    margin: 4px 0 8px;
    padding: 0 12px;
    border: 1px solid var(--edge);
    border-radius: 4px;
    background: var(--sheet);
  }
  .address button {
    max-width: 100%;
    overflow-wrap: anywhere;
  }
  .address .note {
    min-height: 3em;
    margin: 4px 0 8px;
  }
  .message {
    min-height: 1.5em;
    font-size: 17px;
  }
  .model + .message {
    padding: 24px var(--gutter, 32px) 8px;
  }
  .model strong {
    overflow-wrap: anywhere;
  }
  .reading {
    display: inline-flex;
    align-items: center;
    gap: 12px;
  }
  progress {
    width: 160px;
    height: 8px;
    appearance: none;
    border: 0;
    border-radius: 4px;
    background: var(--rule);
    overflow: hidden;
  }
  progress::-webkit-progress-bar {
    background: var(--rule);
  }
  progress::-webkit-progress-value {
    background: var(--ink);
  }
  progress::-moz-progress-bar {
    background: var(--ink);
  }
  summary {
    cursor: pointer;
    list-style: none;
    text-decoration: underline;
    text-decoration-color: var(--edge);
    text-underline-offset: 4px;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  details {
    position: relative;
  }
  details > .sheet {
    position: absolute;
    z-index: 2;
    inset-inline-end: 0;
    width: max-content;
    max-width: min(560px, 86vw);
    margin: 4px 0 0;
    padding: 16px 20px;
    border: 1px solid var(--edge);
    border-radius: 4px;
    background: var(--sheet);
    box-shadow: 0 2px 2px rgb(0 0 0 / 20%);
  }
  .about > .sheet {
    inset-inline: 0 auto;
  }
  .take > .sheet {
    width: min(360px, 86vw);
  }
  .take .ways {
    gap: 8px;
    margin: 4px 0 0;
  }
  .take input {
    width: 100%;
    min-height: 36px;
    border: 1px solid var(--edge);
    background: var(--paper);
  }
  .kept ul {
    list-style: none;
  }
  .kept li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
    margin: 8px 0;
  }
  .keep {
    margin-bottom: 12px;
  }
  .recipe {
    flex-basis: 100%;
    padding-inline-end: max(0px, 100% - 80ch);
    color: var(--ink-2);
  }
  /* Stays on the screen wherever its button is. */
  .recipes {
    position: static;
  }
  .recipes > .sheet {
    inset-inline: auto var(--gutter, 32px);
  }
  .recipes dt a {
    color: inherit;
  }
  .recipes dd {
    color: var(--ink-2);
  }
  .taken {
    min-height: 1.5em;
    overflow-wrap: anywhere;
  }
  button:disabled {
    color: var(--ink-2);
    border-color: var(--rule);
    cursor: default;
  }
  .sheet ul {
    margin-bottom: 12px;
    list-style: none;
  }
  dt {
    font-weight: 700;
  }
  .sheet dd + dt {
    margin-top: 8px;
  }
  table {
    border-collapse: collapse;
  }
  caption {
    padding-bottom: 4px;
    text-align: left;
    font-weight: 700;
  }
  th,
  td {
    padding: 4px 12px 4px 0;
    font-weight: 400;
    text-align: left;
  }
  td.number {
    text-align: right;
  }
  .text {
    flex: 0 1 auto;
    min-width: min(320px, 100%);
    max-width: 100%;
    field-sizing: content;
    min-height: 48px;
    padding: 0;
    border: 0;
    border-bottom: 1px solid var(--rule);
    border-radius: 0;
    background: none;
    font-size: 28px;
    line-height: 1.3;
  }
  .ask .text ~ .text,
  .other .text {
    font-size: 21px;
  }
  .text::placeholder {
    color: var(--ink-2);
    opacity: 1;
  }
  .blanks {
    display: contents;
    font-size: 28px;
    line-height: 1.3;
    color: var(--ink-2);
  }
  .blanks .last {
    white-space: nowrap;
  }
  .ask select {
    min-height: 44px;
    max-width: 240px;
    padding: 0 6px;
    border: 0;
    border-radius: 0;
    background: transparent;
    color: var(--ink);
    field-sizing: content;
    cursor: pointer;
  }
  .ask .token {
    border-bottom: 3px solid var(--ink);
  }
  .ask .against {
    border-bottom: 5px double var(--ink);
  }
  .ask .position {
    color: var(--query);
    border-bottom: 1px solid var(--query);
    min-height: 36px;
  }
  option {
    background: var(--sheet);
    color: var(--ink);
    font-size: 17px;
  }
  .aside {
    margin-left: auto;
    text-align: right;
    color: var(--ink-2);
  }
  .aside b {
    color: var(--ink);
  }
  /* One line, unless there are interventions. */
  .state:not(:has(ul)) {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    margin-left: auto;
  }
  .state:has(ul) {
    display: contents;
  }
  .interventions,
  .interventions ul {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
    list-style: none;
  }
  .interventions:has(ul) {
    flex-basis: 100%;
  }
  .intervention {
    min-height: 32px;
    padding: 0 12px;
    gap: 8px;
    border-color: var(--ink);
    border-inline-start-width: 4px;
  }
  .changes {
    display: inline-flex;
    gap: 16px;
  }
  [aria-pressed='true'] {
    font-weight: 700;
    border-color: var(--ink);
    box-shadow: inset 0 0 0 1px var(--ink);
  }
  .link[aria-pressed='true'] {
    box-shadow: none;
  }
  .views {
    display: flex;
    flex-direction: column;
    align-self: start;
  }
  .views button {
    display: block;
    min-height: 52px;
    padding: 6px 12px;
    border: 0;
    border-left: 3px solid transparent;
    border-radius: 0;
    background: none;
    text-align: left;
  }
  .views button span {
    display: block;
    font-size: 17px;
    line-height: 1.3;
  }
  .views [aria-current] {
    border-left-color: var(--gold);
    background: var(--sheet);
  }
  .views [aria-current] span {
    font-weight: 700;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 20px;
    min-height: 40px;
  }
  .menus {
    display: flex;
    gap: 20px;
  }
  .head + .head {
    align-items: center;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
  }
  .choice .query {
    color: var(--query);
  }
  .choice .key {
    color: var(--key);
  }
  .choice select {
    min-height: 32px;
    padding: 0 4px;
    border: 0;
    border-bottom: 1px solid var(--edge);
    border-radius: 0;
    background: var(--sheet);
  }
  .task {
    display: flex;
    align-items: center;
    gap: 4px 16px;
    margin-left: auto;
  }
  .task span {
    min-width: 9em; /* keeps the button from moving */
    text-align: right;
  }
  .detail .place::first-letter {
    text-transform: uppercase;
  }
  .detail h2 {
    margin-bottom: 8px;
    overflow-wrap: anywhere;
  }
  .numbers {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 4px 12px;
    margin: 12px 0;
    border-top: 1px solid var(--rule);
    padding-top: 8px;
  }
  .numbers dt {
    font-weight: 400;
    color: var(--ink-2);
  }
  .sum {
    flex: 0 1 320px;
    align-self: start;
  }
  .sum tbody tr {
    border-top: 1px solid var(--rule);
  }
  .sum tfoot tr > * {
    border-top: 1px solid var(--ink);
    border-bottom: 3px double var(--ink);
    font-weight: 700;
  }
  .sum .number {
    padding-right: 0;
  }
  .sum a {
    color: inherit;
  }
  .plain {
    display: block;
    width: 100%;
    min-height: 28px;
    padding: 0;
    border: 0;
    background: none;
    text-align: left;
    font-weight: inherit;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
    min-height: 28px;
    font-size: 15px;
  }
  .legend-room {
    min-height: 32px;
  }
  .legend span {
    display: inline-flex;
    align-items: center;
    gap: 4px;
  }
  @media (max-width: 1100px) {
    .views {
      flex-direction: row;
      overflow-x: auto;
      margin-bottom: 12px;
      border-bottom: 1px solid var(--rule);
    }
    .views button {
      flex: none;
      min-height: 44px;
      border-left: 0;
      border-bottom: 3px solid transparent;
    }
    .views [aria-current] {
      border-bottom-color: var(--gold);
      background: none;
    }
    .views small {
      display: none;
    }
  }
  /* Large screens: legible from a distance. */
  @container (min-width: 1700px) {
    .page,
    small,
    .note,
    .legend {
      font-size: 17px;
    }
    .views button span,
    h3 {
      font-size: 21px;
    }
  }
  /* Keeps the question of a short sentence in one line. */
  @container (max-width: 1340px) {
    .ask .text,
    .blanks {
      font-size: 21px;
    }
  }
  @media (max-width: 760px) {
    .ask .text {
      flex-basis: 100%;
    }
    .start h2 {
      font-size: 28px;
    }
    .lead,
    .statement {
      font-size: 17px;
    }
    .state .aside,
    .state:not(:has(ul)) {
      margin-left: 0;
    }
    button,
    .button {
      min-height: 44px;
    }
    .drop {
      padding: 12px 16px;
    }
    .head {
      position: relative;
    }
    .about {
      position: static; /* its sheet starts at the edge of the screen */
    }
  }
`;
