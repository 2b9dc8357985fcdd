// Tells all server processes which sites have something new: after the commit, several sites in one notification.
import type { Sql } from '../db/connect.ts';

export const NUDGE_CHANNEL = 'heliograph_nudge';
/** PostgreSQL takes 7999 bytes. */
const MOST_BYTES = 7_500;
const GATHER_MS = 100;

interface Waiting {
  sids: Set<string>;
  timer: NodeJS.Timeout | null;
}

const waiting = new WeakMap<Sql, Waiting>();

/** Gathers what is told within a tenth of a second. A nudge that gets lost costs a page its speed, not its truth. */
export function nudge(sql: Sql, sids: Iterable<string>): void {
  let entry = waiting.get(sql);
  if (!entry) {
    entry = { sids: new Set(), timer: null };
    waiting.set(sql, entry);
  }
  for (const sid of sids) entry.sids.add(sid);
  if (entry.sids.size === 0 || entry.timer) return;
  const told = entry;
  told.timer = setTimeout(() => {
    told.timer = null;
    const texts = packed(told.sids);
    told.sids.clear();
    for (const text of texts) sql`select pg_notify(${NUDGE_CHANNEL}, ${text})`.catch(() => {});
  }, GATHER_MS);
  told.timer.unref();
}

export function packed(sids: Iterable<string>): string[] {
  const texts: string[] = [];
  let text = '';
  for (const sid of sids) {
    if (text.length + sid.length + 1 > MOST_BYTES) {
      texts.push(text);
      text = '';
    }
    text = text === '' ? sid : `${text},${sid}`;
  }
  if (text !== '') texts.push(text);
  return texts;
}
