// Makes the history of devices attached to a demo plant's gateways: every quantity they report, every five minutes from the commissioning on, through the bulk import.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { reportNames } from '@heliograph/contract/reportFields.ts';
import { dayOf } from '@heliograph/simulator/daylight.ts';
import type { FleetMachine, FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { dayColumns, type MachineColumns } from '@heliograph/simulator/gatewayReports.ts';
import type { Context } from '../context.ts';
import { profileOf } from '../families/families.ts';
import { type DeviceHistory, ingestHistory } from '../ingest/ingestHistory.ts';
import { addDays } from '../platform/calendar/rules/localDays.ts';

type IngestContext = Pick<Context, 'sql' | 'clock' | 'nudges' | 'databaseHealth'>;
type Columns = DeviceHistory['columns'];

/** Days of all machines ingested together: some ten thousand rows. */
const BATCH_DAYS = 10;

/** Continues after the newest sample of each machine. */
export async function makeGatewayHistory(
  context: IngestContext,
  site: FleetSite,
  sid: string,
  signal: AbortSignal,
  everyS: number,
): Promise<void> {
  const { commissionedOn, gateways, timeZone } = site;
  if (commissionedOn === null || gateways.length === 0) return;
  const nowMs = context.clock.now().getTime();
  const today = dayOf(timeZone, nowMs);
  const known = await newestSamples(context, sid);
  // A silent machine is replayed from its last sample on and yields no rows.
  const newest = gateways.flatMap(({ machines }) => machines.map(({ sn }) => known.get(sn)?.atMs ?? null));
  const from = newest.some((atMs) => atMs === null)
    ? commissionedOn
    : dayOf(timeZone, Math.min(...(newest as number[])));
  for (let day = from; day <= today; day = addDays(day, BATCH_DAYS)) {
    if (signal.aborted) return;
    const histories = new Map<string, { machine: FleetMachine; days: MachineColumns[] }>();
    for (let current = day; current <= today && current < addDays(day, BATCH_DAYS); current = addDays(current, 1)) {
      for (const gateway of gateways) {
        const columns = dayColumns(site, gateway, current, { everyS, fromMs: Number.NEGATIVE_INFINITY, toMs: nowMs });
        for (const machine of gateway.machines) {
          const newColumns = after(columns.get(machine.sn), known.get(machine.sn)?.atMs ?? null);
          if (!newColumns) continue;
          const history = histories.get(machine.sn) ?? { machine, days: [] };
          history.days.push(newColumns);
          histories.set(machine.sn, history);
        }
      }
    }
    await ingestHistory(
      context,
      [...histories.values()].map(({ machine, days }) => historyOf(machine, days, known.get(machine.sn)?.profile)),
    );
  }
}

async function newestSamples(
  { sql }: IngestContext,
  sid: string,
): Promise<Map<string, { atMs: number | null; profile: string }>> {
  const rows = await sql<{ sn: string; atMs: number | null; profile: string }[]>`
    select l.sn, (extract(epoch from l.at) * 1000)::float8 as at_ms, p.frame_profile as profile from device_live l
    join devices d on d.sid = l.sid and d.sn = l.sn join products p on p.id = d.product_id where l.sid = ${sid}`;
  return new Map(rows.map(({ sn, ...row }) => [sn, row]));
}

function after(columns: MachineColumns | undefined, sinceMs: number | null): MachineColumns | undefined {
  if (!columns || sinceMs === null) return columns;
  const first = columns.atMs.findIndex((atMs) => atMs > sinceMs);
  if (first < 0) return undefined;
  const { atMs, statusBits, mode, values } = columns;
  return {
    atMs: atMs.subarray(first),
    statusBits: statusBits.subarray(first),
    mode: mode.subarray(first),
    values: Object.fromEntries(Object.entries(values).map(([name, column]) => [name, column.subarray(first)])),
  };
}

/** Converts columns to the form of report ingestion: the portal's names, and a lifetime counter if the product's own counter is daily. */
function historyOf(
  { sn, kind }: FleetMachine,
  days: readonly MachineColumns[],
  profile: string | undefined,
): DeviceHistory {
  const names = reportNames(kind);
  const countsLife = profileOf(profile ?? null).energyCounter.counter === 'lifetime';
  const rows = days.reduce((sum, { atMs }) => sum + atMs.length, 0);
  const columns: Columns = {
    atMs: new Float64Array(rows),
    statusBits: new Int32Array(rows),
    mode: new Int16Array(rows),
    imported: new Uint8Array(rows),
    values: {},
  };
  let row = 0;
  for (const { atMs, statusBits, mode, values } of days) {
    columns.atMs.set(atMs, row);
    columns.statusBits.set(statusBits, row);
    columns.mode.set(mode, row);
    for (const [reportName, column] of Object.entries(values)) {
      const quantity = names.get(reportName);
      if (quantity === undefined) throw new Error(`No ${kind} reports ${reportName}.`);
      const name: QuantityName = quantity === 'counterWh' && !countsLife ? 'counterLifeWh' : quantity;
      columns.values[name] ??= new Float64Array(rows).fill(Number.NaN);
      columns.values[name].set(column, row);
    }
    row += atMs.length;
  }
  return { sn, columns };
}
