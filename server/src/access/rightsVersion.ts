// Which version of its menus a session has: another one as soon as auth/role/menu/view would answer otherwise.
import type { Session } from '../context.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';

/** `viewing`: the role as which it is looked at; null: as its own. `secondFactorBy`: until when it may do without one. */
export type EffectiveRole = Pick<Session, 'roleId' | 'viewing' | 'secondFactorBy' | 'owesSecondFactor'>;

/** Of many at once, as few roles have many sessions. */
export async function rightsVersions(
  sql: Sql | Transaction,
  shown: readonly EffectiveRole[],
): Promise<(of: EffectiveRole) => string> {
  const ids = [...new Set(shown.flatMap(({ roleId, viewing }) => (viewing === null ? roleId : [roleId, viewing])))];
  const rows =
    ids.length === 0
      ? []
      : await sql<{ id: number; version: string }[]>`
          select r.id, md5(concat(r.name, string_agg(
            (m.id, m.parent_id, m.mode, m.name, m.title, m.title_locale, m.icon, m.path, m.params)::text, '' order by m.sort, m.id))) as version
          from roles r left join role_menus rm on rm.role_id = r.id left join menus m on m.id = rm.menu_id
          where r.id in (select unnest(${ids}::int[])) group by r.id`;
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  const of = (id: number) => versions.get(id) ?? '';
  return ({ roleId, viewing, secondFactorBy, owesSecondFactor }) => {
    const roles = viewing === null ? of(roleId) : `${of(roleId)}.${of(viewing)}`;
    return secondFactorBy === null ? roles : `${roles};${secondFactorBy.getTime()}${owesSecondFactor ? '!' : ''}`;
  };
}
