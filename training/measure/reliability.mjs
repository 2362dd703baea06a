// Draws reliability diagrams (Guo et al. 2017) of the supervised heads as one SVG. x axis: largest attention weight of
// a row; y axis: share of rows in which the token with this weight is the right one. If a head is perfectly calibrated,
// its bars end on the diagonal.
const SIDE = 120;
const GAP = 34;
const BIN = SIDE / 10;

const bar = ({ from, right }) =>
  `<rect x="${(from * SIDE + 1).toFixed(1)}" y="${(SIDE * (1 - right)).toFixed(1)}" width="${BIN - 2}" height="${(SIDE * right).toFixed(1)}"/>`;

const panel = ({ title, error, bins }, index) => `<g transform="translate(${GAP + (index % 2) * (SIDE + 2 * GAP)} ${
  GAP + Math.floor(index / 2) * (SIDE + 2 * GAP)
})">
<text y="-8">${title}: ${error.toFixed(3)}</text>
<g class="bars">${bins.map(bar).join('')}</g>
<path d="M0 ${SIDE}L${SIDE} 0M0 0V${SIDE}H${SIDE}"/>
<text y="${SIDE + 14}">0</text><text x="${SIDE}" y="${SIDE + 14}" text-anchor="end">weight 1</text>
</g>`;

/**
 * SVG with a reliability diagram for each panel.
 * @param panels [{ title, error, bins: [{ from, right }] }], two per row
 */
export function reliabilityDiagram(panels) {
  const width = 2 * (SIDE + 2 * GAP);
  const height = Math.ceil(panels.length / 2) * (SIDE + 2 * GAP);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${2 * width}" height="${2 * height}">
<style>text{font:10px sans-serif;fill:#555}.bars{fill:#4c72b0}path{fill:none;stroke:#999}</style>
${panels.map(panel).join('\n')}
</svg>
`;
}
