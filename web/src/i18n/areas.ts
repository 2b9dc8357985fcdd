// The areas of texts; each page loads those that pageTable.ts names.
import type catalogue from './catalogues/en.json';
import type guide from './guides/en.json';

/**
 * Areas are the top level of each language's file. Texts that a page shows at first are in an area that pageTable.ts names;
 * texts of a part that is opened later, such as a view, a map or the camera, are in one that is loaded with it (`addTexts`).
 * `start` is for every visitor: errors, rules of forms, the frame around pages; `shell` is for every signed-in page.
 */
export type Area = keyof typeof catalogue | keyof typeof guide;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** All texts in English, from which the keys of `t` are typed. */
export type Texts = Intersection<(typeof catalogue)[keyof typeof catalogue] | (typeof guide)[keyof typeof guide]>;
