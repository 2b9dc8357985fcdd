// Lists the values of a meter, battery or inverter that no energy depends on, as they cannot have been true.
import { FLOW_QUANTITIES, MEASURED_FLOWS, type MeasuredFlow } from '@heliograph/contract/flows.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { addDays, type Day } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { DeviceKey } from '../../platform/database/deviceKeys.ts';

export interface RejectedValues {
  day: Day;
  quantity: QuantityName;
  /** `power`: far above what the device had held; `counter`: contradicted by the next reading. */
  reason: 'power' | 'counter';
  count: number;
}

/** Days until today that are shown. */
const SHOWN_DAYS = 30;

/** Returns the rejected values by day and quantity, newest day first. The caller has checked access to the device. */
export async function rejectedValues(sql: Transaction, { sid, sn }: DeviceKey, today: Day): Promise<RejectedValues[]> {
  const rows = await sql<{ day: Day; flow: MeasuredFlow; rejectedPowers: number; rejectedReadings: number }[]>`
    select day, flow, rejected_powers, rejected_readings from device_flows
    where sid = ${sid} and sn = ${sn} and day > ${addDays(today, -SHOWN_DAYS)}
      and rejected_powers + rejected_readings > 0`;
  const byValue = new Map<string, RejectedValues>();
  const add = (day: Day, quantity: QuantityName, reason: RejectedValues['reason'], count: number): void => {
    const key = `${day} ${quantity}`;
    // Both directions of one power reject the same samples.
    const known = byValue.get(key)?.count ?? 0;
    if (count > known) byValue.set(key, { day, quantity, reason, count });
  };
  for (const { day, flow, rejectedPowers, rejectedReadings } of rows) {
    const { power, counter } = FLOW_QUANTITIES[flow];
    add(day, power, 'power', rejectedPowers);
    add(day, counter, 'counter', rejectedReadings);
  }
  return [...byValue.values()].sort(
    (left, right) => right.day.localeCompare(left.day) || ORDER.indexOf(left.quantity) - ORDER.indexOf(right.quantity),
  );
}

const ORDER: readonly QuantityName[] = MEASURED_FLOWS.flatMap((flow) => {
  const { power, counter } = FLOW_QUANTITIES[flow];
  return [power, counter];
});
