import { css } from 'lit';

export const styles = css`
  .threshold input {
    accent-color: var(--ink);
    vertical-align: middle;
  }
  .paths {
    margin-top: 12px;
    overflow-x: auto;
  }
  .path {
    fill: none;
    stroke: var(--gold-edge);
    opacity: 0.8;
  }
  .path.against {
    stroke: var(--gains);
    stroke-dasharray: 6 3;
  }
  .path.aside {
    opacity: 0.15;
  }
  .node {
    cursor: pointer;
  }
  .node .sheet {
    fill: var(--sheet);
    stroke: var(--edge);
  }
  .path-list {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(280px, 1fr));
    gap: 0 24px;
    margin-top: 4px;
    list-style: none;
  }
  .path-list button {
    justify-content: space-between;
    gap: 12px;
    width: 100%;
    padding: 0 4px;
    border: 0;
    border-bottom: 1px solid var(--rule);
    border-radius: 0;
    background: none;
    text-align: left;
  }
  .path-list [aria-pressed='true'] {
    background: var(--sunk);
  }
`;
