// Devices that cannot answer a command before sunrise: at night, those that have fallen silent and live on sunlight.
import { SLEEPLESS_KINDS } from '../families/kinds.ts';
import { isLive } from '../live/liveness.ts';
import { isNightAt, nextSunrise } from '../live/rules/freshness.ts';
import { devicesWithLive } from '../live/withLive.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';

interface DeviceKey {
  sid: string;
  sn: string;
}

/** Returns by `keyOf` the plant's next sunrise of each of `devices` that sleeps now. */
export async function readSleepingDevices(
  sql: Transaction,
  devices: readonly DeviceKey[],
  at: Date,
): Promise<ReadonlyMap<string, Date>> {
  const silent = await sql<(DeviceKey & { latitude: number; longitude: number })[]>`
    select d.sid, d.sn, s.latitude, s.longitude from ${devicesWithLive(sql)} join (
      select unnest(${textArray(devices.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(devices.map(({ sn }) => sn))}::text::text[]) as sn
    ) g on g.sid = d.sid and g.sn = d.sn
    where coalesce(not ${isLive(sql, at)}, true) and p.kind <> all (${SLEEPLESS_KINDS}::text[])`;
  const asleep = silent.flatMap((device) => {
    const sunrise = isNightAt(at, device) ? nextSunrise(at, device) : null;
    return sunrise ? [[keyOf(device), sunrise] as const] : [];
  });
  return new Map(asleep);
}

export const keyOf = ({ sid, sn }: DeviceKey): string => `${sid} ${sn}`;
