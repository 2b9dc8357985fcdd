// Condition on people: they may see the devices of a plant.
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

/** Returns a condition on `users u`: one of their roles shows them the devices of a plant with this access index, and they are not suspended. */
export const viewsDevices = (sql: Sql | Transaction, seenBy: Fragment): Fragment => sql`(
  u.frozen_at is null and exists (
    select from memberships m join roles r on r.id = m.role_id join role_menus o on o.role_id = r.id join menus e on e.id = o.menu_id
    where m.user_id = u.id and m.frozen_at is null and e.name = 'SiteDevices'
      and (r.scope = 'all' or u.id = any (${seenBy}) or (r.scope = 'branch' and -m.company_id = any (${seenBy})))))`;

/** A user and the plants whose devices the user sees. */
export interface DeviceViewer {
  userId: number;
  name: string;
  /** Whether of all plants. */
  seesAll: boolean;
  /** Companies, as negative numbers, of whose branches. */
  branches: readonly number[];
}

/** Returns which of these users see devices, by id. Take the ids from rows that the session may see. */
export async function deviceViewers(
  sql: Sql | Transaction,
  ids: readonly (number | null)[],
): Promise<Map<number, DeviceViewer>> {
  const named = [...new Set(ids.filter((id) => id !== null))];
  if (named.length === 0) return new Map();
  const rows = await sql<DeviceViewer[]>`
    select user_id, name, sees_all, branches from device_viewers(${named}::int[])`;
  return new Map(rows.map((row) => [row.userId, row]));
}

/** The same rule as `viewsDevices`, for a plant with this access index. */
export const seesDevicesOf = ({ userId, seesAll, branches }: DeviceViewer, seenBy: readonly number[]): boolean =>
  seesAll || seenBy.includes(userId) || branches.some((branch) => seenBy.includes(branch));
