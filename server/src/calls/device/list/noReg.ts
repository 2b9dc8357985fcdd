// device/list/noReg: devices that send but belong to no plant.
import { STATUS } from '@heliograph/contract/statuses.ts';
import type { Fragment } from '../../../db/connect.ts';
import { parseRaw, profileOf } from '../../../families/families.ts';
import type { Handler } from '../../../handler.ts';
import { countLookups } from '../../../limits.ts';
import { isFresh } from '../../../rules/freshness.ts';
import { allOf, onePage, orderBy, startsWith } from '../../../sql/page.ts';
import { wattsOf } from '../../../wire/figures.ts';
import { lastUpdateWords, statusWords } from '../../../wire/rowWords.ts';
import { isoOf, wireTime } from '../../../wire/times.ts';

/** A device of no plant has no zone of its own. */
const ZONE = 'UTC';

/**
 * Nobody owns these yet, so only administrators may look through them; others find a number that they can read off the device in full.
 */
export const deviceListNoReg: Handler<'device/list/noReg'> = async (request, caller) => {
  const { context, sql, session, language, at } = caller;
  const { filters, sort, page } = request;
  const words = [filters.keywords, filters.sn].filter((word) => word !== undefined);
  const which: Fragment[] = words.map((word) =>
    session.scope === 'all' ? startsWith(sql, sql`n.sn`, word) : sql`n.sn = ${word.toUpperCase()}`,
  );
  if (session.scope !== 'all') {
    if (words.length === 0) return { list: [], total: 0 };
    await countLookups(context, session, words.length);
  }
  const found = sql`
    from serial_numbers n left join products p on p.id = n.product_id
    where n.sid is null and n.first_seen_at is not null and n.restricted_at is null and ${allOf(sql, which)}`;
  const columns = { sn: sql`n.sn`, firstSeen: sql`n.first_seen_at`, lastUpdate: sql`n.last_seen_at` };
  const order = orderBy(sql, sort, columns, sql`n.last_seen_at desc nulls last, n.sn`);
  const [rows, [count]] = await Promise.all([
    sql<HeardNumber[]>`
      select n.sn, coalesce(p.model, 0) as model, coalesce(p.name, '') as model_name, p.frame_profile, n.first_seen_at, n.last_seen_at,
        (select count(*)::int from serial_numbers c where c.gateway_sn = n.sn) as children,
        (select count(*)::int from raw_reports r where r.sn = n.sn and r.reason is null) as frames,
        (select path from raw_reports r where r.sn = n.sn and r.reason is null order by received_at desc, id desc limit 1) as path,
        (select body from raw_reports r where r.sn = n.sn and r.reason is null order by received_at desc, id desc limit 1) as body
      ${found} order by ${order} ${onePage(sql, page)}`,
    sql<{ total: number }[]>`select count(*)::int as total ${found}`,
  ]);
  const list = rows.map((row) => ({
    sn: row.sn,
    model: row.model,
    modelName: row.modelName,
    firstSeen: wireTime(row.firstSeenAt, ZONE),
    firstSeenIso: isoOf(row.firstSeenAt, ZONE),
    ...lastUpdateWords(row.lastSeenAt, ZONE, at, language),
    frames: row.frames,
    now: powerNow(row, at),
    nowUnit: 'W' as const,
    ...statusWords(STATUS.notRegistered, language),
    children: row.children,
    WIFIVersion: '',
  }));
  return { list, total: count?.total ?? 0 };
};

interface HeardNumber {
  sn: string;
  model: number;
  modelName: string;
  frameProfile: string | null;
  firstSeenAt: Date;
  lastSeenAt: Date | null;
  children: number;
  frames: number;
  /** The newest that is kept, and where it came in. */
  path: string | null;
  body: Buffer | null;
}

/** While it is live; by the scales of the product if someone said which it is, else of the one that it looks like. */
function powerNow({ sn, path, body, frameProfile, lastSeenAt }: HeardNumber, at: Date): number | null {
  if (path === null || body === null || lastSeenAt === null) return null;
  const reading = parseRaw({ path, body, address: '' }, lastSeenAt, sn);
  if ('rejected' in reading) return null;
  const { expectedUploadS } = profileOf(frameProfile ?? reading.profileGuess);
  if (!isFresh({ at: lastSeenAt, uploadEveryS: expectedUploadS }, at)) return null;
  return wattsOf(reading.quantities(frameProfile).powerW ?? null);
}
