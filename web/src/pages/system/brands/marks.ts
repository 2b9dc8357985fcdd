// Marks of a brand in the editor: chosen or removed ones are stored when the form is saved.
import type { Scheme } from '@heliograph/contract/contrast.ts';
import type { BrandDetail } from './brandForm.ts';

/** A data URL: to be uploaded. Null: to be removed. */
export type MarkChanges = Partial<Record<Scheme, string | null>>;

/** Addresses of the marks as they will be after saving. */
export function shownMarks({ id, marks, uploaded }: BrandDetail, changes: MarkChanges): Record<Scheme, string> {
  const light = changes.light ?? (changes.light === null || !uploaded.light ? `/brand/${id}.svg` : marks.light);
  const dark = changes.dark ?? (changes.dark === null || !uploaded.dark ? light : marks.dark);
  return { light, dark };
}

/** Whether the brand will have a mark of its own for a scheme. */
export const hasOwnMark = ({ uploaded }: BrandDetail, changes: MarkChanges, scheme: Scheme): boolean =>
  changes[scheme] === undefined ? uploaded[scheme] : changes[scheme] !== null;
