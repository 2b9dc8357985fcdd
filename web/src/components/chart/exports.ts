// What leaves a chart as a file: its name, and its picture as PNG with what one has to know beside it.
import type { EChartsType } from 'echarts/core';
import { saveFile } from '../csv.ts';
import { FONT, readInk } from './ink.ts';
import { layoutHead, MARK_PX, PADDING, type PictureHead, type Type } from './pictureHead.ts';

/** Letters, digits and dashes of any language, so that the name is one on every system. */
export const fileName = (...names: string[]): string =>
  names
    .join('_')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '');

const RATIO = 2;
const FONTS: Record<Type, string> = { title: `600 16px ${FONT}`, note: `12px ${FONT}` };

export function savePng(name: string, chart: EChartsType, head: PictureHead): void {
  const ink = readInk();
  const drawing = chart.renderToCanvas({ pixelRatio: RATIO, backgroundColor: ink.surface });
  const canvas = document.createElement('canvas');
  const paint = canvas.getContext('2d');
  if (!paint) return;
  const widthPx = drawing.width / RATIO + 2 * PADDING;
  const { texts, marks, heightPx } = layoutHead(head, widthPx, (text, type) => {
    paint.font = FONTS[type];
    return paint.measureText(text).width;
  });
  // Whoever sets its size empties a canvas.
  canvas.width = widthPx * RATIO;
  canvas.height = drawing.height + (heightPx + PADDING) * RATIO;
  paint.fillStyle = ink.surface;
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.drawImage(drawing, PADDING * RATIO, heightPx * RATIO);
  paint.scale(RATIO, RATIO);
  paint.textBaseline = 'middle';
  for (const { text, x, y, type } of texts) {
    paint.fillStyle = type === 'title' ? ink.text : ink.muted;
    paint.font = FONTS[type];
    paint.fillText(text, x, y);
  }
  paint.lineWidth = 2.5;
  for (const { x, y, ink: color, dash } of marks) {
    paint.strokeStyle = ink[color];
    paint.setLineDash(dash === 'solid' ? [] : [...dash]);
    paint.beginPath();
    paint.moveTo(x, y);
    paint.lineTo(x + MARK_PX, y);
    paint.stroke();
  }
  canvas.toBlob((picture) => picture && saveFile(picture, `${name}.png`), 'image/png');
}
