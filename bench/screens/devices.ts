// Pictured devices with many records: alerts, gateways with their devices, every quantity.
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import { reportNames } from '@heliograph/contract/reportFields.ts';
import { ERROR_CODES } from '@heliograph/contract/statuses.ts';
import { readingOfReport } from '../../server/src/families/families.ts';
import { ingestReports } from '../../server/src/ingest/ingestReports.ts';
import type { World } from '../world.ts';

/** Inserts forty open alerts and many that have ended, of every code, on devices with long names. */
export async function manyAlerts(sql: World['sql'], sid: string): Promise<void> {
  await sql`
    insert into events (sid, sn, code, opened_at, closed_at)
    select sid, sn, (${[...ERROR_CODES]}::text[])[1 + n % ${ERROR_CODES.length}], now() - n * interval '5 hours',
      case when n > 40 then now() - n * interval '4 hours' end
    from (select sid, sn, row_number() over (order by sn)::int as device from devices where sid = ${sid}) d
      join generate_series(1, 180) n on d.device = 1 + n % 60`;
}

/** Inserts a connected gateway that is not assigned to a plant, with its devices. */
export async function waitingGateway(sql: World['sql']): Promise<void> {
  const child = (n: number) => (0x1f90aa00 + n).toString(16).toUpperCase();
  const children = Array.from({ length: 24 }, (_, n) => ({ sn: child(n), kind: 'microinverter', model: 'BDM-800' }));
  await sql`
    insert into serial_numbers (sn, first_seen_at, last_seen_at, source) values ('HG1A2B3C4D', now() - interval '2 hours', now(), '192.0.2.7')`;
  await sql`
    insert into serial_numbers (sn, first_seen_at, last_seen_at, gateway_sn)
    select sn, now() - interval '2 hours', now(), 'HG1A2B3C4D' from unnest(${children.map(({ sn }) => sn)}::text[]) as t (sn)`;
  await sql`
    insert into gateways (sn, kind, model, hardware, firmware, signal_dbm, announced_at, children, online, online_changed_at)
    values ('HG1A2B3C4D', 'gateway', 'HG-1', '2.1', '1.8.0', -61, now(), ${JSON.stringify(children)}::text::jsonb, true, now() - interval '2 hours')`;
}

/** Inserts a connected gateway with all devices of the plant, some of which it may not report for, and with rejected rows. */
export async function busyGateway(sql: World['sql'], sid: string): Promise<void> {
  const sn = 'HG-OF-THE-UPPER-VILLAGE-00000001';
  await sql`
    insert into devices (sid, seen_by, sn, product_id, alias, created_at)
    select s.sid, s.seen_by, ${sn}, p.id, 'Gateway in the cellar behind the boiler of the upper village', now()
    from sites s, products p where s.sid = ${sid} and p.kind = 'gateway' order by p.id limit 1`;
  await sql`
    insert into device_live (sid, seen_by, sn, status, at, received_at)
    select sid, seen_by, ${sn}, 0, now(), now() from sites where sid = ${sid}`;
  await sql`insert into serial_numbers (sn, product_id, sid, credential_at) select sn, product_id, sid, now() from devices where sn = ${sn}`;
  await sql`update devices set gateway_sn = ${sn} where sid = ${sid} and sn <> ${sn}`;
  const refusals = ['waiting', 'waiting', 'full'];
  const children = refusals.map((refused, n) => ({
    sn: `1F90AB0${n}`,
    kind: 'microinverter',
    model: 'BDM-800',
    hardware: '2.1',
    firmware: '12',
    inputs: 2,
    refused,
  }));
  const refused = Object.fromEntries(
    ['malformed', 'future', 'old', 'otherPlant'].map((reason, n) => [
      reason,
      { count: 12_345 * (n + 1), sn: '1F90AB00', at: new Date().toISOString() },
    ]),
  );
  await sql`
    insert into gateways (sn, sid, kind, model, hardware, firmware, signal_dbm, interval_s, announced_at, children, online, online_changed_at, refused, ignored_values)
    values (${sn}, ${sid}, 'gateway', 'HG-1', '2.1', '1.8.0', -61, 60, now(), ${JSON.stringify(children)}::text::jsonb, true, now() - interval '2 hours',
      ${JSON.stringify(refused)}::text::jsonb, 98765)`;
}

/** Inserts a device of each kind that has a page, with all its quantities and a long name. */
export async function devicesWithAllQuantities(
  context: Parameters<typeof ingestReports>[0],
  sid: string,
): Promise<void> {
  const { sql } = context;
  for (const kind of ['meter', 'hybrid', 'inverter', 'battery', 'sensor'] as const) {
    const sn = `TALKATIVE-${kind.toUpperCase()}-0001`;
    await sql`
      insert into devices (sid, seen_by, sn, product_id, alias, tilt_deg, azimuth_deg, created_at)
      select s.sid, s.seen_by, ${sn}, p.id, ${`South-east face, cellar behind the boiler, ${kind} of the upper village`}, 35, 135, now()
      from sites s, products p where s.sid = ${sid} and p.kind = ${kind} order by p.id limit 1`;
    await sql`insert into device_live (sid, seen_by, sn) select sid, seen_by, ${sn} from sites where sid = ${sid}`;
    await sql`insert into serial_numbers (sn, product_id, sid) select sn, product_id, sid from devices where sn = ${sn}`;
    const names = [...new Set(reportNames(kind).values())];
    const rows = Array.from({ length: 24 * 12 }, (_, n) => ({
      sn,
      at: new Date(Date.now() - n * 300_000),
      statusBits: 0,
      mode: -1,
      q: Object.fromEntries(names.map((name, place) => [name, plausibleValue(name, place, 288 - n)])),
    }));
    await ingestReports(
      context,
      rows.map((row) => readingOfReport('HG1A2B3C4D', kind, row).reading),
    );
  }
}

/** Returns a plausible value: counters rise, the rest varies a little. */
function plausibleValue(name: QuantityName, place: number, n: number): number {
  const { unit, max } = QUANTITIES[name];
  if (unit === 'Wh') return 1_234_567 + n * (100 + place);
  const wave = 1 + Math.sin(n / 20 + place) / 10;
  const usual = { W: 123_456, var: 4_321, V: 398.4, A: 87.6, Hz: 50, degC: 41.2, '%': 87.3, Ohm: 2_345_678, '': 0.97 };
  return Math.min(max, (usual[unit as keyof typeof usual] ?? 1) * wave);
}
