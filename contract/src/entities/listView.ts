// A user's settings of a list: columns in order, and saved views.
import { z } from 'zod';
import { MAX_SAVED_VIEWS } from '../limits.ts';

/** Without control characters and lone surrogates, which the database cannot store. */
const plainText = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u);
const columnId = z.string().regex(/^[\w-]{1,40}$/);

/** All columns known to the user's list, in order; those in `hidden` are not shown. */
export const columnChoice = z.object({ order: z.array(columnId).max(100), hidden: z.array(columnId).max(100) });
export type ColumnChoice = z.infer<typeof columnChoice>;

/** `search`: query of the list's address, without the question mark. */
export const savedView = z.object({
  name: plainText.trim().min(1).max(60),
  search: plainText.max(2000),
});
export type SavedView = z.infer<typeof savedView>;

export const savedViews = z
  .array(savedView)
  .max(MAX_SAVED_VIEWS)
  .refine((views) => new Set(views.map(({ name }) => name)).size === views.length, 'two views have one name');

/** Name of a list: its call. */
export const listName = z.string().regex(/^[A-Za-z0-9/-]{1,60}$/);
