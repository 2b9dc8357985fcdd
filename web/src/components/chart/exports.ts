// What leaves a chart as a file: its name, and its picture as PNG.
import type { EChartsType } from 'echarts/core';
import { saveFile } from '../csv.ts';

/** Letters, digits and dashes of any language, so that the name is one on every system. */
export const fileName = (...names: string[]): string =>
  names
    .join('_')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '');

export function savePng(name: string, chart: EChartsType, background: string): void {
  const canvas = chart.renderToCanvas({ pixelRatio: 2, backgroundColor: background });
  canvas.toBlob((picture) => picture && saveFile(picture, `${name}.png`), 'image/png');
}
