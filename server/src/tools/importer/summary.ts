// The summary lines of an import.
import type { Imported } from './importFile.ts';

export function summaryOf({ rows, taken, known, clamped, refused, days }: Imported): string[] {
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;
  const lines = [
    `${count(rows, 'row')}: ${taken} taken, ${known} already known, ${refused.reduce((sum, entry) => sum + entry.rows, 0)} refused.`,
  ];
  if (clamped > 0)
    lines.push(
      `${count(clamped, 'row')} had a little less than no power, which an inverter uses at night; taken as 0 W.`,
    );
  for (const { reason, rows: refusedRows, example } of refused)
    lines.push(`Refused ${refusedRows}: ${reason} (${example})`);
  if (days) {
    const energy = `${(days.energyWh / 1000).toFixed(3)} kWh`;
    lines.push(
      `Days ${days.first} to ${days.last}: ${days.withEnergy} with energy, ${days.without} without, ${energy} together.`,
    );
  }
  return lines;
}
