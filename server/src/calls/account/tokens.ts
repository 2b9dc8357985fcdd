// account/tokens: the account's valid API tokens, newest first.
import type { ApiScope } from '@heliograph/contract/entities/signIn.ts';
import { MAX_TOKENS } from '@heliograph/contract/limits.ts';
import type { Handler } from '../../platform/handler.ts';

interface Row {
  id: number;
  apiName: string;
  apiScope: ApiScope;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

export const accountTokens: Handler<'account/tokens'> = async (_request, { sql, session, at }) => {
  const rows = await sql<Row[]>`
    select id, api_name, api_scope, created_at, last_used_at, expires_at from sessions
    where user_id = ${session.userId} and api_scope is not null and expires_at > ${at}
    order by created_at desc, id desc limit ${MAX_TOKENS}`;
  return {
    list: rows.map(({ id, apiName, apiScope, createdAt, lastUsedAt, expiresAt }) => ({
      id,
      name: apiName,
      scope: apiScope,
      madeIso: createdAt.toISOString(),
      lastUsedIso: lastUsedAt > createdAt ? lastUsedAt.toISOString() : null,
      expiresIso: expiresAt.toISOString(),
    })),
  };
};
