// Stores what devices lose by a high grid voltage, day by day, as energy/voltage computes it, and reads it with what they produced.
import { throttlingByDay, type VoltageDevice } from '../../energy/voltage/gridVoltage.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { plainArray, textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { VoltageLossDay } from './rules/voltageLoss.ts';

export interface StoredLoss extends VoltageLossDay {
  sn: string;
  basis: 'neighbours' | 'ownCurve' | null;
}

interface Days {
  start: Day;
  /** Included. */
  end: Day;
}

/** Computes and stores the losses of a device on days. */
export async function updateVoltageLosses(
  tx: Transaction,
  device: VoltageDevice,
  { start, end }: Days,
  at: Date,
): Promise<void> {
  const { sid, sn } = device;
  const days = await throttlingByDay(tx, device, { start, end, at });
  await tx`
    insert into voltage_losses (sid, sn, day, lost_wh, basis)
    select ${sid}, ${sn}, g.day, g.lost_wh, g.basis from (
      select unnest(${textArray(days.map(({ day }) => day))}::text::date[]) as day,
        unnest(${plainArray(days.map(({ lostWh }) => lostWh))}::text::float8[]) as lost_wh,
        unnest(${textArray(days.map(({ basis }) => basis))}::text::text[]) as basis
    ) g
    on conflict (sid, sn, day) do update set lost_wh = excluded.lost_wh, basis = excluded.basis`;
}

/** Returns the stored losses of a plant's devices on days on which they reported, by serial number and in order. */
export async function readVoltageLosses(
  sql: Transaction,
  sid: string,
  { start, end }: Days,
): Promise<Map<string, StoredLoss[]>> {
  const rows = await sql<StoredLoss[]>`
    select v.sn, v.day, v.lost_wh, v.basis, d.energy_wh
    from voltage_losses v join device_days d on d.sid = v.sid and d.sn = v.sn and d.day = v.day
    where v.sid = ${sid} and v.day between ${start} and ${end} order by v.day`;
  return Map.groupBy(rows, ({ sn }) => sn);
}
