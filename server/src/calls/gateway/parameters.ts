// gateway/parameters: the parameters of one device from its product's catalogue, with the last reported and last requested values.
import { isSameValue, type OutputAction } from '@heliograph/contract/commands.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSite } from '../../access/accessibleSite.ts';
import { seesDevices } from '../../access/pageModules.ts';
import type { Command } from '../../commands/command.ts';
import { reportedParameters } from '../../commands/commandRows.ts';
import { controllableDevice } from '../../commands/controllableDevices.ts';
import { keyOf, readSleepingDevices } from '../../commands/sleepingDevices.ts';
import { isoOf } from '../../platform/calendar/times.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Handler } from '../../platform/handler.ts';

export const gatewayParameters: Handler<'gateway/parameters'> = async ({ sid, sn }, caller) => {
  const { sql, session, context, at } = caller;
  const { timezone } = await accessibleSite(caller, sid);
  if (!seesDevices(session)) throw new ApiError('deviceNotFound');
  const { parameters, kind: _, ...device } = await controllableDevice(sql, { sid, sn });
  const [reported, newest, [gateway], lastAction, asleep] = await Promise.all([
    reportedParameters(sql, { sid, sn }),
    newestWrites(
      sql,
      { sid, sn },
      parameters.map(({ name }) => name),
    ),
    sql<{ online: boolean }[]>`select online from gateways where sn = ${device.gatewaySn} and sid = ${sid}`,
    newestAction(sql, { sid, sn }),
    readSleepingDevices(sql, [{ sid, sn }], at),
  ]);
  const { limitPercent, on } = reported;
  const reportedIso = (value: { at: string } | undefined) => (value ? isoOf(new Date(value.at), timezone) : null);
  return {
    ...device,
    output: {
      limitPercent: limitPercent?.value ?? null,
      limitIso: reportedIso(limitPercent),
      isOn: on ? on.value === 1 : null,
      onIso: reportedIso(on),
    },
    lastAction: lastAction && {
      action: lastAction.action,
      wanted: lastAction.parameters.limitPercent ?? null,
      state: lastAction.state,
      reason: lastAction.reason,
      askedIso: isoOf(lastAction.askedAt, timezone)!,
    },
    sleepsUntilIso: isoOf(asleep.get(keyOf({ sid, sn })) ?? null, timezone),
    isOnline: context.config.mqttUrl ? null : (gateway?.online ?? false),
    parameters: parameters.map((parameter) => {
      const command = newest.get(parameter.name);
      const value = reported[parameter.name];
      const requested = command?.parameters[parameter.name] ?? null;
      return {
        ...parameter,
        value: value?.value ?? null,
        valueIso: reportedIso(value),
        wanted: requested,
        state: command?.state ?? null,
        isIssued:
          command?.state === 'readBack' &&
          requested !== null &&
          value !== undefined &&
          isSameValue(value.value, requested),
        reason: command?.reason ?? '',
      };
    }),
  };
};

/** Maximum number of write commands searched; older requests of a device that is set very often are ignored. */
const NEWEST_WRITES = 1_000;

type WriteCommand = Pick<Command, 'parameters' | 'state' | 'reason'>;

async function newestAction(
  sql: Transaction,
  { sid, sn }: { sid: string; sn: string },
): Promise<(WriteCommand & { action: OutputAction; askedAt: Date }) | null> {
  const [row] = await sql<(WriteCommand & { action: OutputAction; askedAt: Date })[]>`
    select c.action, c.parameters, c.state, c.reason, c.asked_at from commands c
    where c.sid = ${sid} and c.sn = ${sn} and c.action in ('limit', 'restart', 'on', 'off')
    order by c.asked_at desc, c.id desc limit 1`;
  return row ?? null;
}

/** Returns the newest command that writes each parameter, by name. */
async function newestWrites(
  sql: Transaction,
  { sid, sn }: { sid: string; sn: string },
  names: readonly string[],
): Promise<Map<string, WriteCommand>> {
  const rows = await sql<(WriteCommand & { name: string })[]>`
    select distinct on (n.name) n.name, c.parameters, c.state, c.reason
    from (
      select w.parameters, w.state, w.reason, w.asked_at, w.id from commands w
      where w.sid = ${sid} and w.sn = ${sn} and w.action = 'write'
      order by w.asked_at desc limit ${NEWEST_WRITES}
    ) c cross join (select unnest(${names as string[]}::text[]) as name) n
    where jsonb_exists(c.parameters, n.name)
    order by n.name, c.asked_at desc, c.id desc`;
  return new Map(rows.map((row) => [row.name, row]));
}
