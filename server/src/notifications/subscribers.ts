// Access of users with channels to plants, by their current rights; suspended users have none.
import { type LanguageCode, languageOfLan } from '@heliograph/contract/envelope.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';

interface Membership {
  userId: number;
  email: string;
  lan: number;
  scope: 'all' | 'branch' | 'own';
  companyId: number;
  devices: boolean;
  money: boolean;
}

export interface Subscriber {
  email: string;
  language: LanguageCode;
  /** Returns the access to a plant with these `sites.seen_by`; undefined when there is none. */
  accessTo(seenBy: readonly number[]): { devices: boolean; money: boolean } | undefined;
  /** All accessible plants, as parameters of a condition on `sites s`. */
  scopes: { all: boolean; viewerIds: number[] };
}

/** Returns subscribers by user id, without users who are suspended or in no company. */
export async function subscribersOf(
  sql: Sql | Transaction,
  userIds: readonly number[],
): Promise<Map<number, Subscriber>> {
  const rows = await sql<Membership[]>`
    select u.id as user_id, u.email, u.lan, r.scope, s.company_id, bool_or(m.name = 'SiteDevices') as devices,
      bool_or(m.name = 'SiteMoney') as money
    from users u join memberships s on s.user_id = u.id join roles r on r.id = s.role_id
      join role_menus o on o.role_id = r.id join menus m on m.id = o.menu_id
    where u.id = any (${[...new Set(userIds)]}::int[]) and u.frozen_at is null and s.frozen_at is null
    group by u.id, u.email, u.lan, r.scope, s.company_id`;
  return new Map(
    [...Map.groupBy(rows, ({ userId }) => userId)].map(([id, memberships]) => [id, subscriberOf(id, memberships)]),
  );
}

function subscriberOf(userId: number, memberships: readonly Membership[]): Subscriber {
  const { email, lan } = memberships[0]!;
  const branches = memberships.flatMap(({ scope, companyId }) => (scope === 'branch' ? [-companyId] : []));
  return {
    email,
    language: languageOfLan(lan),
    accessTo(seenBy) {
      const matching = memberships.filter(
        ({ scope, companyId }) =>
          scope === 'all' || seenBy.includes(userId) || (scope === 'branch' && seenBy.includes(-companyId)),
      );
      if (matching.length === 0) return undefined;
      return { devices: matching.some(({ devices }) => devices), money: matching.some(({ money }) => money) };
    },
    scopes: { all: memberships.some(({ scope }) => scope === 'all'), viewerIds: [userId, ...branches] },
  };
}

/** Whether a subscriber may receive an event of a plant; events of devices are only for roles that include devices. */
export function maySee(
  subscriber: Subscriber | undefined,
  seenBy: readonly number[] | undefined,
  event: string,
): subscriber is Subscriber {
  const access = seenBy && subscriber?.accessTo(seenBy);
  if (!access) return false;
  return access.devices || !/^(alert|device)\./.test(event);
}
