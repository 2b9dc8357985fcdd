// Energies of the rows of a report, which add up to those of its period. Pure.
import { balanceOfDays, type DayOfPlant } from '../../energy/rules/balance.ts';
import type { Period } from '../../platform/calendar/timeBuckets.ts';
import { addUp } from './addUp.ts';

/** kWh; null: not known. */
export type RowEnergies = Record<'energy' | 'home' | 'fromGrid' | 'toGrid' | 'charge' | 'discharge', number | null>;
type Energy = Period & { energyWh: number | null };

/** Returns each row with its days and energies. `hasFlows`: whether the plant measures more than its production. */
export function energiesOfRows<Row extends Energy>(
  all: Energy,
  rows: readonly Row[],
  days: readonly DayOfPlant[],
  { hasFlows }: { hasFlows: boolean },
): (RowEnergies & { row: Row; days: DayOfPlant[] })[] {
  const split = rows.map((row) => ({ row, days: days.filter(({ day }) => day >= row.from && day <= row.to) }));
  const balances = split.map((of) => balanceOfDays(of.days));
  const total = balanceOfDays(days);
  const column = (name: Exclude<keyof RowEnergies, 'energy'>): (number | null)[] =>
    addUp(
      balances.map((balance) => (hasFlows ? balance[name].energyWh : null)),
      total[name].energyWh,
    );
  const columns = {
    energy: addUp(
      rows.map(({ energyWh }) => energyWh),
      all.energyWh,
    ),
    home: column('home'),
    fromGrid: column('fromGrid'),
    toGrid: column('toGrid'),
    charge: column('charge'),
    discharge: column('discharge'),
  };
  const at = (place: number, name: keyof RowEnergies) => columns[name][place] ?? null;
  return split.map((of, place) => ({
    ...of,
    energy: at(place, 'energy'),
    home: at(place, 'home'),
    fromGrid: at(place, 'fromGrid'),
    toGrid: at(place, 'toGrid'),
    charge: at(place, 'charge'),
    discharge: at(place, 'discharge'),
  }));
}
