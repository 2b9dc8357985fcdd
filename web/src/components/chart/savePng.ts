// Saves a chart as a PNG with title, range and legend; loaded when it is requested.
import type { EChartsType } from 'echarts/core';
import { saveFile } from '../csv.ts';
import { FONT, readInk } from './ink.ts';
import { layoutHead, MARK_PX, PADDING, type PictureHead, type Type } from './pictureHead.ts';

const RATIO = 2;
const FONTS: Record<Type, string> = { title: `600 16px ${FONT}`, note: `12px ${FONT}` };

export function savePng(name: string, chart: EChartsType, head: PictureHead): void {
  const ink = readInk();
  const drawing = chart.renderToCanvas({ pixelRatio: RATIO, backgroundColor: ink.surface });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return;
  const widthPx = drawing.width / RATIO + 2 * PADDING;
  const { texts, marks, heightPx } = layoutHead(head, widthPx, (text, type) => {
    context.font = FONTS[type];
    return context.measureText(text).width;
  });
  // Setting the size of a canvas clears it.
  canvas.width = widthPx * RATIO;
  canvas.height = drawing.height + (heightPx + PADDING) * RATIO;
  context.fillStyle = ink.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(drawing, PADDING * RATIO, heightPx * RATIO);
  context.scale(RATIO, RATIO);
  context.textBaseline = 'middle';
  for (const { text, x, y, type } of texts) {
    context.fillStyle = type === 'title' ? ink.text : ink.muted;
    context.font = FONTS[type];
    context.fillText(text, x, y);
  }
  context.lineWidth = 2.5;
  for (const { x, y, ink: color, dash } of marks) {
    context.strokeStyle = ink[color];
    context.setLineDash(dash === 'solid' ? [] : [...dash]);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + MARK_PX, y);
    context.stroke();
  }
  canvas.toBlob((picture) => picture && saveFile(picture, `${name}.png`), 'image/png');
}
