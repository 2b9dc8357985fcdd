// Notifies all server processes of the sites, or roll-outs, that have changed: after the commit, several sites in one notification.
import type { Sql } from '../platform/database/connect.ts';

export const NOTIFY_CHANNEL = 'heliograph_nudge';
/** PostgreSQL allows 7999 bytes in a payload. */
const MAX_BYTES = 7_500;
const GATHER_MS = 100;

export interface Nudges {
  /** Sends all sites of a tenth of a second together. A lost notification delays a page's refresh; its data stay correct. */
  publish(sids: Iterable<string>): void;
}

export function openNudges(sql: Sql): Nudges {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  return {
    publish(sids) {
      for (const sid of sids) waiting.add(sid);
      if (waiting.size === 0 || timer) return;
      timer = setTimeout(() => {
        timer = null;
        const texts = packPayloads(waiting);
        waiting.clear();
        for (const text of texts) sql`select pg_notify(${NOTIFY_CHANNEL}, ${text})`.catch(() => {});
      }, GATHER_MS);
      timer.unref();
    },
  };
}

export function packPayloads(sids: Iterable<string>): string[] {
  const texts: string[] = [];
  let text = '';
  for (const sid of sids) {
    if (text.length + sid.length + 1 > MAX_BYTES) {
      texts.push(text);
      text = '';
    }
    text = text === '' ? sid : `${text},${sid}`;
  }
  if (text !== '') texts.push(text);
  return texts;
}
