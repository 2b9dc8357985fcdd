// gateway/parameters: the parameters of one device by its product's catalogue, with what the device said last and what was asked for.
import { isSameValue, type OutputAction } from '@heliograph/contract/commands.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { accessibleSite } from '../../access/accessibleSite.ts';
import { seesDevices } from '../../access/pageModules.ts';
import type { Command } from '../../commands/command.ts';
import { reportedParameters } from '../../commands/commandRows.ts';
import { controllableDevice } from '../../commands/controllableDevices.ts';
import { isoOf } from '../../platform/calendar/times.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Handler } from '../../platform/handler.ts';

export const gatewayParameters: Handler<'gateway/parameters'> = async ({ sid, sn }, caller) => {
  const { sql, session, context } = caller;
  const { timezone } = await accessibleSite(caller, sid);
  if (!seesDevices(session)) throw new Refusal('deviceNotFound');
  const { parameters, kind: _, ...device } = await controllableDevice(sql, { sid, sn });
  const [told, newest, [gateway], lastAction] = await Promise.all([
    reportedParameters(sql, { sid, sn }),
    newestWrites(
      sql,
      { sid, sn },
      parameters.map(({ name }) => name),
    ),
    sql<{ online: boolean }[]>`select online from gateways where sn = ${device.gatewaySn} and sid = ${sid}`,
    newestAction(sql, { sid, sn }),
  ]);
  const { limitPercent, on } = told;
  const isoWhen = (value: { at: string } | undefined) => (value ? isoOf(new Date(value.at), timezone) : null);
  return {
    ...device,
    output: {
      limitPercent: limitPercent?.value ?? null,
      limitIso: isoWhen(limitPercent),
      isOn: on ? on.value === 1 : null,
      onIso: isoWhen(on),
    },
    lastAction: lastAction && {
      action: lastAction.action,
      wanted: lastAction.parameters.limitPercent ?? null,
      state: lastAction.state,
      reason: lastAction.reason,
      askedIso: isoOf(lastAction.askedAt, timezone)!,
    },
    isOnline: context.config.mqttUrl ? null : (gateway?.online ?? false),
    parameters: parameters.map((parameter) => {
      const command = newest.get(parameter.name);
      const value = told[parameter.name];
      const wanted = command?.parameters[parameter.name] ?? null;
      return {
        ...parameter,
        value: value?.value ?? null,
        valueIso: isoWhen(value),
        wanted,
        state: command?.state ?? null,
        isIssued:
          command?.state === 'readBack' && wanted !== null && value !== undefined && isSameValue(value.value, wanted),
        reason: command?.reason ?? '',
      };
    }),
  };
};

/** However often a program sets a device: what was asked for before these is not told any more. */
const NEWEST_WRITES = 1_000;

type Written = Pick<Command, 'parameters' | 'state' | 'reason'>;

async function newestAction(
  sql: Transaction,
  { sid, sn }: { sid: string; sn: string },
): Promise<(Written & { action: OutputAction; askedAt: Date }) | null> {
  const [row] = await sql<(Written & { action: OutputAction; askedAt: Date })[]>`
    select c.action, c.parameters, c.state, c.reason, c.asked_at from commands c
    where c.sid = ${sid} and c.sn = ${sn} and c.action in ('limit', 'restart', 'on', 'off')
    order by c.asked_at desc, c.id desc limit 1`;
  return row ?? null;
}

/** Of each name the newest command that writes it. */
async function newestWrites(
  sql: Transaction,
  { sid, sn }: { sid: string; sn: string },
  names: readonly string[],
): Promise<Map<string, Written>> {
  const rows = await sql<(Written & { name: string })[]>`
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
