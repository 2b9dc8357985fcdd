// account/views: the user's choices for one list.
import { z } from 'zod';
import { call } from '../../call.ts';
import { columnChoice, listName, savedView } from '../../entities/listView.ts';

export const accountViews = call({
  summary: 'The columns and saved views that the signed-in user keeps of one list.',
  access: 'signedIn',
  request: z.object({ list: listName }),
  /** `columns` null: the list's default columns. */
  response: z.object({ columns: columnChoice.nullable(), views: z.array(savedView) }),
});
