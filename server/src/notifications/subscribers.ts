// Who of the people with channels sees a plant now: by rights of today, frozen ones nothing.
import { type LanguageCode, languageOfLan } from '@heliograph/contract/envelope.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';

interface Membership {
  userId: number;
  email: string;
  lan: number;
  scope: 'all' | 'branch' | 'own';
  companyId: number;
  devices: boolean;
}

export interface Subscriber {
  email: string;
  language: LanguageCode;
  /** What of a plant seen by these (`sites.seen_by`) is theirs to see; undefined: nothing. */
  sees(seenBy: readonly number[]): { devices: boolean } | undefined;
  /** The whole of it as a condition on `sites s`. */
  scopes: { all: boolean; seers: number[] };
}

/** By user; who is frozen, or in no company, is not among them. */
export async function subscribersOf(
  sql: Sql | Transaction,
  userIds: readonly number[],
): Promise<Map<number, Subscriber>> {
  const rows = await sql<Membership[]>`
    select u.id as user_id, u.email, u.lan, r.scope, s.company_id, bool_or(m.name = 'SiteDevices') as devices
    from users u join memberships s on s.user_id = u.id join roles r on r.id = s.role_id
      join role_menus o on o.role_id = r.id join menus m on m.id = o.menu_id
    where u.id = any (${[...new Set(userIds)]}::int[]) and u.frozen_at is null and s.frozen_at is null
    group by u.id, u.email, u.lan, r.scope, s.company_id`;
  return new Map([...Map.groupBy(rows, ({ userId }) => userId)].map(([id, its]) => [id, watcherOf(id, its)]));
}

function watcherOf(userId: number, memberships: readonly Membership[]): Subscriber {
  const { email, lan } = memberships[0]!;
  const branches = memberships.flatMap(({ scope, companyId }) => (scope === 'branch' ? [-companyId] : []));
  return {
    email,
    language: languageOfLan(lan),
    sees(seenBy) {
      const its = memberships.filter(
        ({ scope, companyId }) =>
          scope === 'all' || seenBy.includes(userId) || (scope === 'branch' && seenBy.includes(-companyId)),
      );
      return its.length === 0 ? undefined : { devices: its.some(({ devices }) => devices) };
    },
    scopes: { all: memberships.some(({ scope }) => scope === 'all'), seers: [userId, ...branches] },
  };
}

/** What is told of devices is for those whose role shows devices. */
export function maySee(
  watcher: Subscriber | undefined,
  seenBy: readonly number[] | undefined,
  event: string,
): watcher is Subscriber {
  const seen = seenBy && watcher?.sees(seenBy);
  if (!seen) return false;
  return seen.devices || !/^(alert|device)\./.test(event);
}
