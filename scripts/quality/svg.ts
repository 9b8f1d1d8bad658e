import { writeFileSync } from 'node:fs';
import { calibrate } from './calibration.ts';
import { groupTies, type TieGroup } from './metrics.ts';
import type { ScoredEvent } from './scored-event.ts';

/** A point of a chart; both axes go from 0 to 1. */
export interface Point {
  x: number;
  y: number;
}

interface Series {
  name: string;
  points: readonly Point[];
  /** Marks single measurements, where a line alone would hide how few there are. */
  dots: boolean;
}

interface Chart {
  title: string;
  xLabel: string;
  yLabel: string;
  series: readonly Series[];
  /** A line for comparison, from the first point to the last. */
  guide?: readonly Point[];
}

const SIDE = 320;
const MARGIN = { left: 64, top: 76, bottom: 56, right: 28 };
const CHART_WIDTH = MARGIN.left + SIDE + MARGIN.right;
const HEIGHT = MARGIN.top + SIDE + MARGIN.bottom;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];
/** A curve has at most so many points: more are not to be seen. */
const MOST_POINTS = 800;

/** Colours that are told apart on white and on black, also by those who see no red. */
const STYLE = `
  svg { background: #ffffff; font: 13px system-ui, sans-serif; }
  text { fill: #1f2328; } .small { font-size: 11px; fill: #59636e; } .title { font-size: 15px; font-weight: 600; }
  .grid { stroke: #d8dee4; } .axis { stroke: #59636e; fill: none; }
  .guide { stroke: #8c959f; stroke-dasharray: 5 4; fill: none; }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
  .line0 { stroke: #0969da; } .dot0 { fill: #0969da; } .line1 { stroke: #bc4c00; } .dot1 { fill: #bc4c00; }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117; } text { fill: #f0f6fc; } .small { fill: #9198a1; }
    .grid { stroke: #2a313c; } .axis { stroke: #9198a1; } .guide { stroke: #656c76; }
    .line0 { stroke: #4493f8; } .dot0 { fill: #4493f8; } .line1 { stroke: #f0883e; } .dot1 { fill: #f0883e; }
  }`;

/** Draws the precision-recall and the calibration curves of a run, one line per split, and writes them to a file. */
export function writeCurves(file: string, title: string, scored: readonly ScoredEvent[]): void {
  const splits = [...new Set(scored.map(({ split }) => split))];
  const draw = (dots: boolean, toPoints: (events: readonly ScoredEvent[]) => Point[]): Series[] =>
    splits.map((name) => ({ name, dots, points: toPoints(scored.filter(({ split }) => split === name)) }));
  const charts: Chart[] = [
    {
      title: `${title}: precision and recall`,
      xLabel: 'recall: share of the fraud at or above a score',
      yLabel: 'precision: share of fraud there',
      series: draw(false, drawPrecisionRecall),
    },
    {
      title: 'Calibration',
      xLabel: 'mean score, of 100',
      yLabel: 'share of fraud',
      series: draw(true, drawCalibration),
      guide: [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ],
    },
  ];
  writeFileSync(file, renderCharts(charts));
}

function drawPrecisionRecall(events: readonly ScoredEvent[]): Point[] {
  return precisionRecall(
    groupTies(
      events.map(({ score }) => score),
      events.map(({ label }) => label),
    ),
  );
}

/** Recall (x) and precision (y) down to each score, from the highest on; nothing where there is no fraud. */
export function precisionRecall(groups: readonly TieGroup[]): Point[] {
  const frauds = groups.reduce((sum, group) => sum + group.frauds, 0);
  if (frauds === 0) return [];
  let [above, fraudsAbove] = [0, 0];
  return groups.map((group) => {
    above += group.count;
    fraudsAbove += group.frauds;
    return { x: fraudsAbove / frauds, y: fraudsAbove / above };
  });
}

function drawCalibration(events: readonly ScoredEvent[]): Point[] {
  return calibrate(events).flatMap(({ count, meanScore, fraudRate }) =>
    count > 0 ? [{ x: meanScore / 100, y: fraudRate }] : [],
  );
}

function renderCharts(charts: readonly Chart[]): string {
  const width = charts.length * CHART_WIDTH;
  const size = `width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}"`;
  const body = charts.map(
    (chart, index) => `<g transform="translate(${index * CHART_WIDTH} 0)">${renderChart(chart)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n<style>${STYLE}</style>\n${body.join('\n')}\n</svg>\n`;
}

function renderChart({ title, xLabel, yLabel, series, guide }: Chart): string {
  const middle = MARGIN.left + SIDE / 2;
  const centre = MARGIN.top + SIDE / 2;
  return [
    text(MARGIN.left, 24, title, 'class="title"'),
    ...series.map(({ name }, index) => renderKey(name, index)),
    ...TICKS.map(renderTick),
    `<path class="axis" d="M${place({ x: 0, y: 1 })} V${MARGIN.top + SIDE} H${MARGIN.left + SIDE}"/>`,
    text(middle, HEIGHT - 14, xLabel, 'text-anchor="middle"'),
    text(18, centre, yLabel, `text-anchor="middle" transform="rotate(-90 18 ${centre})"`),
    ...(guide ? [line(guide, 'guide')] : []),
    ...series.map(renderSeries),
  ].join('\n');
}

function renderKey(name: string, index: number): string {
  const left = MARGIN.left + index * 130;
  return `<path class="line line${index}" d="M${left} 48 h22"/>${text(left + 28, 52, name)}`;
}

function renderTick(at: number): string {
  const [x, y] = [MARGIN.left + at * SIDE, MARGIN.top + (1 - at) * SIDE];
  const label = at.toFixed(1);
  return [
    `<path class="grid" d="M${MARGIN.left} ${y} h${SIDE} M${x} ${MARGIN.top} v${SIDE}"/>`,
    text(x, MARGIN.top + SIDE + 18, label, 'class="small" text-anchor="middle"'),
    text(MARGIN.left - 8, y + 4, label, 'class="small" text-anchor="end"'),
  ].join('');
}

function renderSeries({ points, dots }: Series, index: number): string {
  if (points.length === 0) return '';
  const every = Math.ceil(points.length / MOST_POINTS);
  const drawn = points.filter((_point, number) => number % every === 0 || number === points.length - 1);
  const marks = dots ? drawn.map((point) => renderDot(point, index)) : [];
  return [line(drawn, `line line${index}`), ...marks].join('');
}

function renderDot(point: Point, index: number): string {
  const [x, y] = place(point).split(' ');
  return `<circle class="dot${index}" cx="${x}" cy="${y}" r="4"/>`;
}

function line(points: readonly Point[], style: string): string {
  return `<path class="${style}" d="M${points.map(place).join(' L')}"/>`;
}

function place({ x, y }: Point): string {
  return `${(MARGIN.left + x * SIDE).toFixed(1)} ${(MARGIN.top + (1 - y) * SIDE).toFixed(1)}`;
}

function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${x}" y="${y}" ${attributes}>${content}</text>`;
}
