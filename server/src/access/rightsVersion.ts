// Version of a session's menus; it changes as soon as auth/role/menu/view would answer differently.
import type { Session } from '../context.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';

/** `viewing`: the role that the session previews; null: its own. `secondFactorBy`: the time until which it may do without a second factor. */
export type EffectiveRole = Pick<Session, 'roleId' | 'viewing' | 'secondFactorBy' | 'owesSecondFactor'>;

/** Returns a look-up of versions for many sessions, read in one query, as few roles have many sessions. */
export async function rightsVersions(
  sql: Sql | Transaction,
  sessions: readonly EffectiveRole[],
): Promise<(session: EffectiveRole) => string> {
  const ids = [...new Set(sessions.flatMap(({ roleId, viewing }) => (viewing === null ? roleId : [roleId, viewing])))];
  const rows =
    ids.length === 0
      ? []
      : await sql<{ id: number; version: string }[]>`
          select r.id, md5(concat(r.name, string_agg(
            (m.id, m.parent_id, m.mode, m.name, m.title, m.title_locale, m.icon, m.path, m.params)::text, '' order by m.sort, m.id))) as version
          from roles r left join role_menus rm on rm.role_id = r.id left join menus m on m.id = rm.menu_id
          where r.id in (select unnest(${ids}::int[])) group by r.id`;
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  const versionOf = (id: number) => versions.get(id) ?? '';
  return ({ roleId, viewing, secondFactorBy, owesSecondFactor }) => {
    const roles = viewing === null ? versionOf(roleId) : `${versionOf(roleId)}.${versionOf(viewing)}`;
    return secondFactorBy === null ? roles : `${roles};${secondFactorBy.getTime()}${owesSecondFactor ? '!' : ''}`;
  };
}
