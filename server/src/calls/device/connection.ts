// device/connection: connection of an MQTT device, the devices attached to it, and rejected rows of its reports.
import type { Response } from '@heliograph/contract/calls.ts';
import { staleAfterS } from '@heliograph/contract/freshness.ts';
import { accessibleDevice } from '../../access/accessibleDevice.ts';
import { rowNow } from '../../devices/list/rowNow.ts';
import { flowsOfDay } from '../../energy/periods/flowsOfPeriods.ts';
import type { Location } from '../../energy/rules/expectedDaylight.ts';
import { type Kind, producesEnergy, reportKindOf } from '../../families/kinds.ts';
import { energyToday } from '../../live/rules/energyToday.ts';
import { isFresh } from '../../live/rules/freshness.ts';
import { devicesWithLive, type LiveDevice, liveDevice } from '../../live/withLive.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { isoOf } from '../../platform/calendar/times.ts';
import type { Handler } from '../../platform/handler.ts';
import { kWhOf, wattsOf } from '../../platform/texts/numbers.ts';
import { openProblems, worstByDevice } from '../../problems/openProblems.ts';

type Answer = Response<'device/connection'>;
type Child = Pick<Answer['children'][number], 'sn' | 'kind' | 'model' | 'hardware' | 'firmware'> & {
  /** As stored with the announcement; earlier versions stored other reasons. */
  refused?: string;
};

interface Gateway {
  kind: Child['kind'] | '';
  model: string;
  hardware: string;
  firmware: string;
  signalDbm: number | null;
  intervalS: number | null;
  announcedAt: Date | null;
  children: Child[];
  online: boolean;
  onlineChangedAt: Date | null;
  refused: Record<string, { count: number; sn: string; at: string }>;
  ignoredValues: number;
}

/** Maximum of an announcement, plus devices it no longer lists. */
const MAX_CHILDREN = 1_000;

interface AttachedDevice extends LiveDevice {
  sn: string;
  alias: string;
  kind: Kind;
  model: string;
}

/** Current power and today's energy, as device lists show them. */
function figuresOf(device: AttachedDevice, at: Date, location: Location) {
  return { ...rowNow(device, at), todayWh: energyToday(device, location, at) };
}

const sum = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((total, value) => (value === null ? total : (total ?? 0) + value), null);

interface ClaimRequest {
  sn: string;
  dueAt: Date;
  endedAt: Date | null;
}

/** Whether an announced device of no plant waits, and until when. */
function refusalOf(
  announcement: Child | undefined,
  request: ClaimRequest | undefined,
  timezone: string,
): Pick<Answer['children'][number], 'refused' | 'joinsIso'> {
  if (!announcement?.refused) return { refused: null, joinsIso: null };
  if (announcement.refused === 'full') return { refused: 'full', joinsIso: null };
  if (!request || request.endedAt !== null) return { refused: 'notAdded', joinsIso: null };
  return { refused: 'waiting', joinsIso: isoOf(request.dueAt, timezone) };
}

export const deviceConnection: Handler<'device/connection'> = async (request, caller) => {
  const { context, sql, language, at } = caller;
  const plant = await accessibleDevice(caller, request);
  const { sid, sn, timezone } = plant;
  const [gateways, [number], attached, requests, problems] = await Promise.all([
    sql<Gateway[]>`
      select kind, model, hardware, firmware, signal_dbm, interval_s, announced_at, children, online, online_changed_at, refused,
        ignored_values::float8 as ignored_values
      from gateways where sn = ${sn} and sid = ${sid}`,
    sql<{ credentialAt: Date | null }[]>`select credential_at from serial_numbers where sn = ${sn} and sid = ${sid}`,
    sql<AttachedDevice[]>`
      select d.sn, d.alias, p.kind, p.name as model, ${liveDevice(sql, at)} from ${devicesWithLive(sql)}
      where d.sid = ${sid} and d.gateway_sn = ${sn} and d.removed_at is null order by d.sn limit ${MAX_CHILDREN}`,
    sql<ClaimRequest[]>`select sn, due_at, ended_at from claim_requests where sid = ${sid}`,
    openProblems(sql, sid, { language }),
  ]);
  const worstOf = worstByDevice(problems);
  const today = localDay(at.getTime(), timezone);
  const flowsToday = await flowsOfDay(sql, sid, attached, today);
  const gateway = gateways[0];
  const announced = new Map((gateway?.children ?? []).map((child) => [child.sn, child]));
  const requestOf = new Map(requests.map((request) => [request.sn, request]));
  const bySn = new Map(attached.map((device) => [device.sn, device]));
  const children = [...new Set([...bySn.keys(), ...announced.keys()])].sort().map((child) => {
    const announcement = announced.get(child);
    const device = bySn.get(child);
    const figures = device && figuresOf(device, at, plant);
    return {
      sn: child,
      kind: announcement?.kind ?? reportKindOf(device!.kind),
      model: announcement?.model || (device?.model ?? ''),
      hardware: announcement?.hardware ?? '',
      firmware: announcement?.firmware || (device?.firmware ?? ''),
      // Added since it was announced.
      ...refusalOf(device ? undefined : announcement, requestOf.get(child), timezone),
      isAnnounced: announcement !== undefined,
      alias: device?.alias ?? '',
      status: device?.status ?? null,
      isAsleep: device?.isAsleep ?? false,
      problem: device ? (worstOf.get(child) ?? null) : null,
      now: wattsOf(figures?.nowW ?? null),
      nowOf: figures?.nowOf ?? null,
      todayPower: kWhOf(figures?.todayWh ?? null),
      todayFlows: flowsToday.get(child) ?? [],
      lastUpdateIso: isoOf(device?.at ?? null, timezone),
      staleAfterS: device ? staleAfterS(device.uploadEveryS) : null,
    };
  });
  const producing = attached.filter(({ kind }) => producesEnergy(kind)).map((device) => figuresOf(device, at, plant));
  const { mqtt, mqttTls } = context.config;
  return {
    sn,
    online: gateway?.online ?? false,
    sinceIso: isoOf(gateway?.onlineChangedAt ?? null, timezone),
    credentialIso: isoOf(number?.credentialAt ?? null, timezone),
    announced:
      gateway?.announcedAt && gateway.kind !== ''
        ? { ...gateway, kind: gateway.kind, atIso: isoOf(gateway.announcedAt, timezone) }
        : null,
    children,
    count: {
      inPlant: attached.length,
      heard: attached.filter((device) => device.at !== null).length,
      live: attached.filter((device) => isFresh(device, at)).length,
    },
    now: wattsOf(sum(producing.map(({ nowW }) => nowW))),
    todayPower: kWhOf(sum(producing.map(({ todayWh }) => todayWh))),
    refusedRows: Object.entries(gateway?.refused ?? {}).map(([reason, { at, ...row }]) => ({
      reason: reason as Answer['refusedRows'][number]['reason'],
      ...row,
      atIso: isoOf(new Date(at), timezone),
    })),
    ignoredValues: gateway?.ignoredValues ?? 0,
    mqttPort: mqtt?.port ?? null,
    mqttTlsPort: mqttTls?.port ?? null,
  };
};
