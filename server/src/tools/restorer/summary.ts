// The summary lines of a restore.
import type { Restored } from './restoreFolder.ts';

export function summaryOf({
  samples,
  days,
  flows,
  modules,
  commands,
  notes,
  settings,
  unknown,
  refused,
}: Restored): string[] {
  const lines = [
    `Samples: ${samples.stored} restored, ${samples.known} already known.`,
    `Days: ${days.equal} as in the file, ${days.added} added from it, ${days.different} that differ in the plant.`,
  ];
  if (flows.added + flows.known > 0)
    lines.push(
      `Days of flows: ${flows.known} already known, most from their samples, ${flows.added} added from the file.`,
    );
  if (modules.added + modules.known > 0)
    lines.push(`Modules: ${modules.known} with an entry in the plant, ${modules.added} added from the file.`);
  const { meters, breaks, prices, zones } = settings;
  if (meters + breaks + (prices ?? 0) > 0)
    lines.push(
      `Settings: of ${meters} meters or batteries, ${breaks} breaks of history, ${prices ?? 0} versions of prices.`,
    );
  if (zones) lines.push(`Layout: ${zones} zones.`);
  if (zones === null) lines.push('Layout: the plant has its own.');
  if (prices === null)
    lines.push('Prices: the plant has its own, or those of the file are invalid; set them in the plant.');
  if (commands > 0) lines.push(`Commands: ${commands} that have ended, as history; none is sent again.`);
  if (notes > 0) lines.push(`Events: notes of ${notes}.`);
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
