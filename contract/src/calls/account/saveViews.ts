// account/saveViews: keeps what the user chose of one list.
import { z } from 'zod';
import { call } from '../../call.ts';
import { columnChoice, listName, savedViews } from '../../entities/listView.ts';

export const accountSaveViews = call({
  summary: 'Keeps columns and saved views of one list for the signed-in user; what is left out stays.',
  access: 'signedIn',
  /** `columns` null: back to the usual ones. `views` are all of them, in their order. */
  request: z.object({ list: listName, columns: columnChoice.nullable().optional(), views: savedViews.optional() }),
  response: z.object({}),
  changes: true,
});
