// account/saveViews: stores the columns and saved views of one list; omitted fields stay unchanged.
import { calls } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../platform/handler.ts';

export const accountSaveViews: Handler<'account/saveViews'> = async ({ list, columns, views }, { sql, session }) => {
  // Bounds storage per user: at most one row per existing call.
  if (!Object.hasOwn(calls, list)) throw new ApiError('badRequest', { field: 'list', reason: list });
  await sql`
    insert into list_views (user_id, list, columns, views)
    values (${session.userId}, ${list}, ${columns ? JSON.stringify(columns) : null}::text::jsonb,
      ${JSON.stringify(views ?? [])}::text::jsonb)
    on conflict (user_id, list) do update set
      columns = case when ${columns !== undefined} then excluded.columns else list_views.columns end,
      views = case when ${views !== undefined} then excluded.views else list_views.views end`;
  return {};
};
