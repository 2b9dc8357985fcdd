// Stores the first and last day of each flow of a device, updated when days of flows are added or deleted, so that a balance need not search for them.
import type { MeasuredFlow } from '@heliograph/contract/flows.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { DeviceKey } from '../../platform/database/deviceKeys.ts';

export type FlowKey = DeviceKey & { flow: MeasuredFlow };

/** Updates the spans after days of these flows were added or deleted. */
export function writeFlowSpans(sql: Transaction, changed: readonly FlowKey[]): Promise<unknown>[] {
  const keys = [...new Map(changed.map((key) => [`${key.sn} ${key.flow}`, key])).values()];
  if (keys.length === 0) return [];
  const changedKeys = sql`(
      select unnest(${textArray(keys.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(keys.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${textArray(keys.map(({ flow }) => flow))}::text::text[]) as flow
    ) g`;
  return [
    sql`
      delete from device_flow_spans s using ${changedKeys}
      where s.sid = g.sid and s.sn = g.sn and s.flow = g.flow
        and not exists (select from device_flows f where f.sid = s.sid and f.sn = s.sn and f.flow = s.flow)`.execute(),
    // Two index look-ups each: an aggregate would read every day.
    sql`
      insert into device_flow_spans (sid, sn, flow, first_day, last_day)
      select l.sid, l.sn, g.flow,
        (select min(f.day) from device_flows f where f.sid = l.sid and f.sn = l.sn and f.flow = g.flow),
        (select max(f.day) from device_flows f where f.sid = l.sid and f.sn = l.sn and f.flow = g.flow)
      from ${changedKeys} join device_live l on l.sid = g.sid and l.sn = g.sn
      where exists (select from device_flows f where f.sid = l.sid and f.sn = l.sn and f.flow = g.flow)
      on conflict (sid, sn, flow) do update set first_day = excluded.first_day, last_day = excluded.last_day`.execute(),
  ];
}
