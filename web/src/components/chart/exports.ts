// What leaves a chart as a file: its name, and its picture as PNG with what one has to know beside it.
import type { EChartsType } from 'echarts/core';
import { saveFile } from '../csv.ts';
import { FONT, type InkName, readInk } from './ink.ts';
import type { Dash } from './lines.ts';

/** Letters, digits and dashes of any language, so that the name is one on every system. */
export const fileName = (...names: string[]): string =>
  names
    .join('_')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '');

/** Above the drawing: whose it is, of when, and what its lines are. */
export interface PictureHead {
  title: string;
  range: string;
  lines: readonly { label: string; ink: InkName; dash: Dash }[];
}

const RATIO = 2;
const PADDING = 16;
const HEAD_PX = 72;

export function savePng(name: string, chart: EChartsType, head: PictureHead): void {
  const ink = readInk();
  const drawing = chart.renderToCanvas({ pixelRatio: RATIO, backgroundColor: ink.surface });
  const canvas = document.createElement('canvas');
  canvas.width = drawing.width + 2 * PADDING * RATIO;
  canvas.height = drawing.height + (HEAD_PX + PADDING) * RATIO;
  const paint = canvas.getContext('2d');
  if (!paint) return;
  paint.fillStyle = ink.surface;
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.drawImage(drawing, PADDING * RATIO, HEAD_PX * RATIO);
  paint.scale(RATIO, RATIO);
  paint.textBaseline = 'middle';
  paint.fillStyle = ink.text;
  paint.font = `600 16px ${FONT}`;
  paint.fillText(head.title, PADDING, 24, drawing.width / RATIO);
  paint.fillStyle = ink.muted;
  paint.font = `12px ${FONT}`;
  let x = PADDING + paint.measureText(head.range).width + 24;
  paint.fillText(head.range, PADDING, 50);
  for (const { label, ink: color, dash } of head.lines) {
    paint.strokeStyle = ink[color];
    paint.lineWidth = 2.5;
    paint.setLineDash(dash === 'solid' ? [] : [...dash]);
    paint.beginPath();
    paint.moveTo(x, 50);
    paint.lineTo(x + 18, 50);
    paint.stroke();
    paint.fillText(label, x + 24, 50);
    x += 24 + paint.measureText(label).width + 20;
  }
  canvas.toBlob((picture) => picture && saveFile(picture, `${name}.png`), 'image/png');
}
