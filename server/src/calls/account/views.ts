// account/views: the user's columns and saved views of one list.
import type { ColumnChoice, SavedView } from '@heliograph/contract/entities/listView.ts';
import type { Handler } from '../../platform/handler.ts';

export const accountViews: Handler<'account/views'> = async ({ list }, { sql, session }) => {
  const [stored] = await sql<{ columns: ColumnChoice | null; views: SavedView[] }[]>`
    select columns, views from list_views where user_id = ${session.userId} and list = ${list}`;
  return stored ?? { columns: null, views: [] };
};
