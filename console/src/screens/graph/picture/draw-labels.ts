import type { NodeHoverDrawingFunction, NodeLabelDrawingFunction } from 'sigma/rendering';
import type { DrawnLink, DrawnNode } from './build-graph.ts';
import { toCss, type Colours } from './colours.ts';
import { reachOf } from './looks.ts';

const GAP = 5;
const PADDING = 4;

type LabelDrawing = NodeLabelDrawingFunction<DrawnNode, DrawnLink>;
type HoverDrawing = NodeHoverDrawingFunction<DrawnNode, DrawnLink>;
type LabelData = Parameters<LabelDrawing>[1];

/** Names beside nodes, legible over whatever is behind them. */
export function createLabelDrawing({ text, ground }: Colours): LabelDrawing {
  return (context, data, settings) => {
    if (!data.label) return;
    context.font = `${settings.labelWeight} ${settings.labelSize}px ${settings.labelFont}`;
    context.lineWidth = 4;
    context.lineJoin = 'round';
    context.strokeStyle = toCss(ground);
    context.fillStyle = toCss(text);
    const left = findPlace(context, data, context.measureText(data.label).width);
    const middle = data.y + settings.labelSize / 3;
    context.strokeText(data.label, left, middle);
    context.fillText(data.label, left, middle);
  };
}

/** The name of the node that is pointed at or chosen, on a plate of its own. */
export function createHoverDrawing({ text, ground, line }: Colours): HoverDrawing {
  return (context, data, settings) => {
    if (!data.label) return;
    context.font = `${settings.labelWeight} ${settings.labelSize}px ${settings.labelFont}`;
    const width = context.measureText(data.label).width;
    const height = settings.labelSize + 2 * PADDING;
    const left = findPlace(context, data, width);
    context.beginPath();
    context.roundRect(left - PADDING, data.y - height / 2, width + 2 * PADDING, height, 5);
    context.fillStyle = toCss(ground);
    context.strokeStyle = toCss(line);
    context.lineWidth = 1;
    context.fill();
    context.stroke();
    context.fillStyle = toCss(text);
    context.fillText(data.label, left, data.y + settings.labelSize / 3);
  };
}

/** Away from the middle of the graph, unless the picture ends there. */
function findPlace(context: CanvasRenderingContext2D, data: LabelData, width: number): number {
  const distance = data.size * reachOf(Number(data['rings'])) + GAP;
  const [left, right] = [data.x - distance - width, data.x + distance];
  const end = context.canvas.clientWidth;
  const isOnLeft = data['isLeft'] ? left > 0 || right + width > end : right + width > end && left > 0;
  return isOnLeft ? left : right;
}
