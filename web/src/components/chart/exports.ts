// What leaves a chart: its figures as CSV, its picture as PNG.
import type { EChartsType } from 'echarts/core';

export type Cell = string | number | null;

/** RFC 4180; a gap is an empty field, numbers keep all their digits and a point. */
export function csvText(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const field = (cell: Cell) => {
    const text = cell === null ? '' : String(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [head, ...rows].map((row) => row.map(field).join(',')).join('\r\n');
}

/** Letters, digits and dashes of any language, so that the name is one on every system. */
export const fileName = (...names: string[]): string =>
  names
    .join('_')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '');

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The mark at the start tells spreadsheets that it is UTF-8. */
export function saveCsv(name: string, head: readonly string[], rows: readonly (readonly Cell[])[]): void {
  save(new Blob([`\ufeff${csvText(head, rows)}\r\n`], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
}

export function savePng(name: string, chart: EChartsType, background: string): void {
  const canvas = chart.renderToCanvas({ pixelRatio: 2, backgroundColor: background });
  canvas.toBlob((picture) => picture && save(picture, `${name}.png`), 'image/png');
}
