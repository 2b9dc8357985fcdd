// Makes the past of what hangs on a demonstration plant's gateways: every quantity it tells, every five minutes from its commissioning on, through the bulk door.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { reportNames } from '@heliograph/contract/reportFields.ts';
import { dayOf } from '@heliograph/simulator/daylight.ts';
import type { FleetMachine, FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { dayColumns, type MachineColumns } from '@heliograph/simulator/gatewayReports.ts';
import type { Context } from '../context.ts';
import { profileOf } from '../families/families.ts';
import { type DeviceHistory, ingestHistory } from '../ingest/ingestHistory.ts';
import { addDays } from '../platform/calendar/rules/localDays.ts';

type Door = Pick<Context, 'sql' | 'clock' | 'nudges' | 'trouble'>;
type Columns = DeviceHistory['columns'];

/** Days of all machines at once: some ten thousand rows. */
const DAYS_AT_ONCE = 10;

/** Goes on where it was: of each machine what is later than its newest sample. */
export async function makeGatewayHistory(
  context: Door,
  site: FleetSite,
  sid: string,
  signal: AbortSignal,
  everyS: number,
): Promise<void> {
  const { commissionedOn, gateways, timeZone } = site;
  if (commissionedOn === null || gateways.length === 0) return;
  const nowMs = context.clock.now().getTime();
  const today = dayOf(timeZone, nowMs);
  const known = await knownOf(context, sid);
  // A machine that fell silent is asked again from there, and says nothing.
  const newest = gateways.flatMap(({ machines }) => machines.map(({ sn }) => known.get(sn)?.atMs ?? null));
  const from = newest.some((atMs) => atMs === null)
    ? commissionedOn
    : dayOf(timeZone, Math.min(...(newest as number[])));
  for (let day = from; day <= today; day = addDays(day, DAYS_AT_ONCE)) {
    if (signal.aborted) return;
    const histories = new Map<string, { machine: FleetMachine; days: MachineColumns[] }>();
    for (let one = day; one <= today && one < addDays(day, DAYS_AT_ONCE); one = addDays(one, 1)) {
      for (const gateway of gateways) {
        const columns = dayColumns(site, gateway, one, { everyS, fromMs: Number.NEGATIVE_INFINITY, toMs: nowMs });
        for (const machine of gateway.machines) {
          const ofDay = after(columns.get(machine.sn), known.get(machine.sn)?.atMs ?? null);
          if (!ofDay) continue;
          const history = histories.get(machine.sn) ?? { machine, days: [] };
          history.days.push(ofDay);
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

async function knownOf({ sql }: Door, sid: string): Promise<Map<string, { atMs: number | null; profile: string }>> {
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

/** As the door of reports reads them: by the portal's names, and a counter of life where the product's own is of the day. */
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
    for (const [said, column] of Object.entries(values)) {
      const named = names.get(said);
      if (named === undefined) throw new Error(`No ${kind} tells ${said}.`);
      const name: QuantityName = named === 'counterWh' && !countsLife ? 'counterLifeWh' : named;
      columns.values[name] ??= new Float64Array(rows).fill(Number.NaN);
      columns.values[name].set(column, row);
    }
    row += atMs.length;
  }
  return { sn, columns };
}
