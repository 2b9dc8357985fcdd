// What a message says: looked up when it leaves, as far as its person sees it then.
import type { DeliveryEvent } from '@heliograph/contract/entities/channels.ts';
import { type EventCode, levelOf } from '@heliograph/contract/events.ts';
import { eventTexts } from '../families/eventTexts.ts';
import { isoOf } from '../platform/calendar/times.ts';
import type { Sql } from '../platform/database/connect.ts';
import type { Fact } from './outbox.ts';
import { maySee, type Subscriber } from './subscribers.ts';

export interface Delivery {
  id: string;
  userId: number;
  event: DeliveryEvent;
  aboutSid: string | null;
  fact: Fact;
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
  beganIso?: string | null;
  endedIso?: string | null;
  day?: string;
  /** Of an update that asks the plant's owner: what is to be installed. */
  versionName?: string;
  /** Null: nothing is known of that day. */
  energyWh?: number | null;
}

/** Undefined: whose it is may not know it, or not any more. */
export async function payloadOf(
  sql: Sql,
  delivery: Delivery,
  watcher: Subscriber | undefined,
): Promise<EventPayload | undefined> {
  const { event, aboutSid, fact, at } = delivery;
  if (!watcher) return undefined;
  if (event === 'test') return {};
  const [site] = await sql<{ name: string; timezone: string; seenBy: number[]; ownerId: number | null }[]>`
    select name, timezone, seen_by, owner_id from sites where sid = ${aboutSid}`;
  if (!site || !maySee(watcher, site.seenBy, event)) return undefined;
  const plant = { sid: aboutSid!, siteName: site.name };
  if (event === 'update.asked')
    return site.ownerId === delivery.userId ? { ...plant, versionName: fact.version ?? '' } : undefined;
  if (event === 'plant.offline' || event === 'plant.online')
    return { ...plant, [event === 'plant.offline' ? 'beganIso' : 'endedIso']: isoOf(at, site.timezone) };
  if (event === 'day.summary') {
    const day = fact.day!;
    const [row] = await sql<{ energyWh: number }[]>`
      select energy_wh from site_days where sid = ${aboutSid} and day = ${day}`;
    return { ...plant, day, energyWh: row ? Math.round(row.energyWh) : null };
  }
  const code = fact.code as EventCode;
  const sn = fact.sn!;
  const [device] = await sql<{ alias: string }[]>`select alias from devices where sid = ${aboutSid} and sn = ${sn}`;
  // Addresses of sources are not told.
  const { title } = eventTexts(
    { sn, code, detail: fact.detail ?? {} },
    { language: watcher.language, tellsSources: false },
  );
  return {
    ...plant,
    sn,
    alias: device?.alias ?? '',
    code,
    level: levelOf(code),
    title,
    beganIso: isoOf(new Date(fact.openedIso!), site.timezone),
    endedIso: fact.closedIso ? isoOf(new Date(fact.closedIso), site.timezone) : null,
  };
}
