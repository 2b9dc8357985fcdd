// Finds the plants where serial numbers of an export are now, and counts the rows restored into each.
import { readDevices } from '../../installation/knownDevices.ts';
import type { Sql } from '../../platform/database/connect.ts';
import { StartupError } from '../../platform/startupError.ts';

/** Bounds the memory of the cache; a plant has a hundredth of it. */
const MAX_DEVICES = 100_000;

export interface Plants {
  /** Plants by serial number: of all numbers looked up so far. */
  find(sns: readonly string[]): Promise<Map<string, string>>;
  unknown: Set<string>;
  /** Rows by plant, for its audit log. */
  counts: Map<string, { samples: number; days: number }>;
  count(sn: string, what: 'samples' | 'days', rows: number): void;
}

export function createPlantLookup(sql: Sql): Plants {
  const sids = new Map<string, string>();
  const unknown = new Set<string>();
  const counts: Plants['counts'] = new Map();
  return {
    unknown,
    counts,
    async find(sns) {
      const fresh = [...new Set(sns)].filter((sn) => !sids.has(sn) && !unknown.has(sn));
      if (sids.size + unknown.size + fresh.length > MAX_DEVICES)
        throw new StartupError(`The files are no export of a plant: they tell of more than ${MAX_DEVICES} devices.`);
      if (fresh.length > 0) {
        const devices = await readDevices(sql, fresh);
        for (const sn of fresh) {
          const device = devices.get(sn);
          if (device && !device.restricted) sids.set(sn, device.sid);
          else unknown.add(sn);
        }
      }
      return sids;
    },
    count(sn, what, rows) {
      const sid = sids.get(sn)!;
      const entry = counts.get(sid) ?? { samples: 0, days: 0 };
      entry[what] += rows;
      counts.set(sid, entry);
    },
  };
}
