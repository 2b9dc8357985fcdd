// account/saveViews: stores the user's choices for one list.
import { z } from 'zod';
import { call } from '../../call.ts';
import { columnChoice, listName, savedViews } from '../../entities/listView.ts';

export const accountSaveViews = call({
  summary: 'Keeps columns and saved views of one list for the signed-in user; omitted fields stay unchanged.',
  access: 'signedIn',
  /** `columns` null: restores the default columns. `views`: all views in their order. */
  request: z.object({ list: listName, columns: columnChoice.nullable().optional(), views: savedViews.optional() }),
  response: z.object({}),
  transaction: 'change',
});
