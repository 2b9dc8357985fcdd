// Inserts a plant of a thousand modules with two days of samples, to measure and picture its roof.
import { INPUTS } from '@heliograph/contract/inputs.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import pino from 'pino';
import { recountSite } from '../server/src/energy/days/siteTotals.ts';
import { ingestHistory } from '../server/src/ingest/ingestHistory.ts';
import { createServices } from '../server/src/services.ts';
import type { World } from './world.ts';

export const ROOF_SID = 'DE_20250101_roof01';
const DEVICES = 250;
const INPUTS_EACH = 4;
const STEP_MS = 300_000;
/** South, east, west and a flat roof. */
const FACES = [
  { tilt: 32, azimuth: 180 },
  { tilt: 28, azimuth: 92 },
  { tilt: 28, azimuth: 272 },
  { tilt: 10, azimuth: 180 },
];

/** Inserts 250 microinverters of four inputs with samples every five minutes of the two days up to `nowMs`. Some modules are weak, dead or silent. */
export async function fillRoof(sql: World['sql'], nowMs: number): Promise<void> {
  await sql`
    insert into sites (sid, name, company_id, seen_by, country_code, city, street, latitude, longitude, timezone, temperature_unit, currency, power_max_w, commissioned_on, created_at)
    select ${ROOF_SID}, 'A thousand modules', min(id), array[-min(id)], 'DE', 'Konstanz', '', 47.66, 9.18, 'Europe/Berlin', 'Celsius', 'EUR', 430000, '2025-01-01', '2025-01-01'
    from companies`;
  await sql`insert into site_prices (sid, valid_from, price) values (${ROOF_SID}, '2000-01-01', 0.3)`;
  await sql`insert into site_live (sid, seen_by, status, devices) select sid, seen_by, 0, ${DEVICES} from sites where sid = ${ROOF_SID}`;
  const sns = Array.from({ length: DEVICES }, (_, n) => (0x4a000000 + n * 7).toString(16).toUpperCase());
  for (const [n, sn] of sns.entries()) {
    const { tilt, azimuth } = FACES[n % FACES.length]!;
    await sql`
      insert into devices (sid, seen_by, sn, product_id, tilt_deg, azimuth_deg, orientation, string_number, created_at)
      select s.sid, s.seen_by, ${sn}, p.id, ${tilt}, ${azimuth}, ${n % 4 === 3 ? 'landscape' : 'portrait'}, ${1 + (n % 12)}, '2025-01-01'
      from sites s, products p where s.sid = ${ROOF_SID} and p.name = 'BDM-2250'`;
  }
  await sql`insert into device_live (sid, seen_by, sn) select sid, seen_by, sn from devices where sid = ${ROOF_SID}`;
  await sql`insert into serial_numbers (sn, product_id, sid, activated_at) select sn, product_id, sid, created_at from devices where sid = ${ROOF_SID}`;

  const context = { sql, clock: { now: () => new Date(nowMs) }, log: pino({ level: 'warn' }), ...createServices(sql) };
  const slots = Array.from({ length: 2 * 288 }, (_, n) => nowMs - (2 * 288 - n) * STEP_MS).filter(
    (ms) => height(ms) > 0,
  );
  const histories = sns.map((sn, n) => {
    const power = INPUTS.slice(0, INPUTS_EACH).map((input) => slots.map((ms) => wattsOf(ms, n, input)));
    const values: Partial<Record<QuantityName, Float64Array>> = {
      powerW: Float64Array.from(slots, (_, slot) => power.reduce((sum, own) => sum + own[slot]!, 0)),
    };
    for (const [at, own] of power.entries()) {
      values[`input${INPUTS[at]!}PowerW`] = Float64Array.from(own);
      values[`input${INPUTS[at]!}VoltageV`] = Float64Array.from(own, () => 38);
    }
    const atMs = Float64Array.from(slots, (ms) => ms + (n % 60) * 1000);
    const statusBits = new Int32Array(slots.length);
    const mode = new Int16Array(slots.length).fill(6);
    return {
      sn,
      columns: { atMs, statusBits, mode, imported: new Uint8Array(slots.length), values },
    };
  });
  await ingestHistory(context, histories);
  await sql.begin((tx) => recountSite(tx as never, ROOF_SID, new Date(nowMs)));
}

/** Returns the height of the sun, 0 at 06:00 and 18:00 UTC: a summer's day at any date. */
const height = (ms: number): number => Math.sin((((ms % 86_400_000) - 21_600_000) / 43_200_000) * Math.PI);

function wattsOf(ms: number, device: number, input: number): number {
  const face = FACES[device % FACES.length]!;
  const hour = ((ms % 86_400_000) / 3_600_000 - 12) * 15;
  const towards = Math.max(0.08, Math.cos(((hour - (face.azimuth - 180)) * Math.PI) / 240));
  const cloud = 0.75 + 0.25 * Math.sin(ms / 1_900_000 + device / 40);
  const own =
    device % 61 === 7 && input === 2 ? 0 : device % 37 === 5 ? 0.6 : 1 - ((device * 13 + input * 7) % 10) / 100;
  return Math.round(430 * Math.max(0, height(ms)) * towards * cloud * own * 10) / 10;
}
