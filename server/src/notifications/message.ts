// Content of a message, read when it is sent, as far as its user may see it at that time.

import type { DeliveryEvent } from '@heliograph/contract/entities/channels.ts';
import type { LossBasis } from '@heliograph/contract/entities/problem.ts';
import { type EventCode, levelOf } from '@heliograph/contract/events.ts';
import { isKnownOf } from '../energy/periods/storedDays.ts';
import type { Location } from '../energy/rules/expectedDaylight.ts';
import { eventTexts } from '../families/eventTexts.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { isoOf } from '../platform/calendar/times.ts';
import type { Sql } from '../platform/database/connect.ts';
import { moneyText, wholeWh } from '../platform/texts/numbers.ts';
import type { EventFacts } from './outbox.ts';
import { maySee, type Subscriber } from './subscribers.ts';

export interface Delivery {
  id: string;
  userId: number;
  event: DeliveryEvent;
  aboutSid: string | null;
  fact: EventFacts;
  at: Date;
}

/** Fields of `data`, texts in the account's language; documented in docs/integrate/webhooks.md. */
export interface EventPayload {
  sid?: string;
  siteName?: string;
  sn?: string;
  alias?: string;
  code?: string;
  level?: string;
  title?: string;
  /** Number of devices or modules with the same cause, of which one is named; omitted: one. */
  devices?: number;
  beganIso?: string | null;
  endedIso?: string | null;
  /** Of a problem that has ended, seconds. */
  durationS?: number;
  /** Lost a week, Wh, of a problem that has become worse; null: unknown, or nothing to lose. */
  weekWh?: number | null;
  /** Lost from its beginning to its end, Wh; null: unknown, or nothing to lose. */
  lostWh?: number | null;
  /** The same in money; omitted: the account may not see money. */
  weekMoney?: number | null;
  lostMoney?: number | null;
  currency?: string;
  /** How the loss is estimated: compared with other devices of the plant, or with neighbouring modules; null: unknown. */
  lossBasis?: LossBasis | null;
  day?: string;
  /** For an update that needs the owner's consent: the version to install. */
  versionName?: string;
  /** Energy of the day, Wh; null when unknown. */
  energyWh?: number | null;
}

/** Returns the content of a message; undefined when its user may not see it, or no longer. */
export async function payloadOf(
  sql: Sql,
  delivery: Delivery,
  subscriber: Subscriber | undefined,
): Promise<EventPayload | undefined> {
  const { event, aboutSid, fact, at } = delivery;
  if (!subscriber) return undefined;
  if (event === 'test') return {};
  const [site] = await sql<(Location & { name: string; currency: string; seenBy: number[]; ownerId: number | null })[]>`
    select name, timezone, currency, latitude, longitude, seen_by, owner_id from sites where sid = ${aboutSid}`;
  if (!site || !maySee(subscriber, site.seenBy, event)) return undefined;
  const plant = { sid: aboutSid!, siteName: site.name };
  if (event === 'update.asked')
    return site.ownerId === delivery.userId ? { ...plant, versionName: fact.version ?? '' } : undefined;
  if (event === 'plant.offline' || event === 'plant.online')
    return { ...plant, [event === 'plant.offline' ? 'beganIso' : 'endedIso']: isoOf(at, site.timezone) };
  if (event === 'day.summary') {
    const day = fact.day!;
    const [row] = await sql<{ day: Day; energyWh: number; coveredS: number }[]>`
      select day, energy_wh, covered_s from site_days where sid = ${aboutSid} and day = ${day}`;
    return { ...plant, day, energyWh: row && isKnownOf(site, at)(row) ? wholeWh(row.energyWh) : null };
  }
  const code = fact.code as EventCode;
  const sn = fact.sn!;
  const [device] = await sql<{ alias: string }[]>`select alias from devices where sid = ${aboutSid} and sn = ${sn}`;
  // Source addresses are not disclosed.
  const { title } = eventTexts(
    { sn, code, detail: fact.detail ?? {} },
    { language: subscriber.language, tellsSources: false },
  );
  return {
    ...plant,
    sn,
    alias: device?.alias ?? '',
    code,
    level: levelOf(code),
    title,
    ...(fact.devices && { devices: fact.devices }),
    beganIso: isoOf(new Date(fact.openedIso!), site.timezone),
    endedIso: fact.closedIso ? isoOf(new Date(fact.closedIso), site.timezone) : null,
    ...(fact.closedIso && { durationS: Math.round((Date.parse(fact.closedIso) - Date.parse(fact.openedIso!)) / 1000) }),
    ...costOf(fact.cost, subscriber.accessTo(site.seenBy)?.money ? site.currency : null),
  };
}

/** `currency`: null if the account may not see money. */
function costOf(cost: EventFacts['cost'], currency: string | null): Partial<EventPayload> {
  if (!cost) return {};
  const { weekWh, weekMoney, lostWh, lostMoney, basis } = cost;
  return {
    ...(weekWh !== undefined && { weekWh: rounded(weekWh) }),
    ...(lostWh !== undefined && { lostWh: rounded(lostWh) }),
    ...(currency !== null && {
      ...(weekMoney !== undefined && { weekMoney: amountOf(weekMoney, currency) }),
      ...(lostMoney !== undefined && { lostMoney: amountOf(lostMoney, currency) }),
      currency,
    }),
    lossBasis: (weekWh ?? lostWh ?? null) === null ? null : basis,
  };
}

const rounded = (wh: number | null): number | null => (wh === null ? null : Math.round(wh));
const amountOf = (amount: number | null, currency: string): number | null =>
  amount === null ? null : Number(moneyText(amount, currency));
