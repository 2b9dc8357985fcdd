// Complete battery settings for tests, and a device that has reported its settings.
import { batteryLimits, parametersOfSettings } from '@heliograph/contract/batterySettings.ts';
import { BATTERY_CONTROL } from '../src/families/batteryControl.ts';
import type { Sql } from '../src/platform/database/connect.ts';

const CHARGE = { fromMin: 120, toMin: 300, action: 'charge', powerW: 2_000, targetPercent: 80 } as const;
const EVENING = { fromMin: 1_020, toMin: 1_260, action: 'discharge', powerW: 3_000, targetPercent: 20 } as const;

export const BATTERY_SET = {
  mode: 'timeOfUse' as const,
  reservePercent: 15,
  shutdownPercent: 10,
  peakW: 0,
  periods: [CHARGE, EVENING],
};

export const BATTERY_LIMITS = batteryLimits(BATTERY_CONTROL, 0)!;

/** Parameters as the device stores them. */
export const BATTERY_VALUES: Record<string, number> = parametersOfSettings(BATTERY_SET, BATTERY_LIMITS);

/** Stores parameters as if they had been read from the device. */
export async function tellBattery(sql: Sql, { sid, sn }: { sid: string; sn: string }, values = BATTERY_VALUES) {
  const at = new Date().toISOString();
  const parameters = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, at }]));
  await sql`
    insert into device_parameters (sid, sn, told) values (${sid}, ${sn}, ${JSON.stringify(parameters)}::text::jsonb)
    on conflict (sid, sn) do update set told = excluded.told`;
}
