// What bringing an export back tells at its end.
import type { Restored } from './restoreFolder.ts';

export function summaryOf({ samples, days, unknown, refused }: Restored): string[] {
  const lines = [
    `Samples: ${samples.stored} brought back, ${samples.known} already known.`,
    `Days: ${days.equal} as in the file, ${days.added} added from it, ${days.different} that the plant tells otherwise.`,
  ];
  if (days.firstDifferent) lines.push(`The first of these: ${days.firstDifferent}.`);
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 20).join(', ');
    lines.push(
      `In no plant, or restricted: ${shown}${unknown.length > 20 ? ` and ${unknown.length - 20} more` : ''}. Register them and run this again.`,
    );
  }
  for (const { file, reason, rows, lines: where } of refused) {
    const lineWords = where.length > 0 ? ` (line ${where.join(', ')}${rows > where.length ? ', ...' : ''})` : '';
    lines.push(`${file}: ${rows} refused, ${reason}${lineWords}.`);
  }
  return lines;
}
