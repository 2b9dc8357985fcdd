// account/sessions: the account's open sessions, most recently used first.
import type { Handler } from '../../platform/handler.ts';

interface Row {
  id: number;
  client: string;
  address: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

export const accountSessions: Handler<'account/sessions'> = async (_request, { sql, session, at }) => {
  const rows = await sql<Row[]>`
    select id, client, address, created_at, last_used_at, expires_at from sessions
    where user_id = ${session.userId} and api_scope is null and expires_at > ${at}
    order by last_used_at desc, id desc limit 500`;
  const [current] = await sql<{ byCompany: boolean }[]>`
    select signed_in_by is not null as by_company from sessions where id = ${session.id}`;
  return {
    byCompany: current?.byCompany ?? false,
    list: rows.map(({ id, client, address, createdAt, lastUsedAt, expiresAt }) => ({
      id,
      current: id === session.id,
      client,
      address,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  };
};
