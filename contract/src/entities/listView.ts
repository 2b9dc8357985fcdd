// What a user keeps of a list: which columns in which order, and views saved under a name.
import { z } from 'zod';
import { MAX_SAVED_VIEWS } from '../limits.ts';

/** Neither control characters nor halves of characters, which the database could not keep. */
const plainText = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u);
const columnId = z.string().regex(/^[\w-]{1,40}$/);

/** Every column the user's list knew, in the order shown; those in `hidden` are not. */
export const columnChoice = z.object({ order: z.array(columnId).max(100), hidden: z.array(columnId).max(100) });
export type ColumnChoice = z.infer<typeof columnChoice>;

/** `search`: the query of the list's address, without the question mark. */
export const savedView = z.object({
  name: plainText.trim().min(1).max(60),
  search: plainText.max(2000),
});
export type SavedView = z.infer<typeof savedView>;

export const savedViews = z
  .array(savedView)
  .max(MAX_SAVED_VIEWS)
  .refine((views) => new Set(views.map(({ name }) => name)).size === views.length, 'two views have one name');

/** A list is named after its call. */
export const listName = z.string().regex(/^[A-Za-z0-9/-]{1,60}$/);
