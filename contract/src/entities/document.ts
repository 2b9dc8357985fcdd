// A document: a manual, a data sheet, a list of codes; of some products or of all, in one language or several, version after version.
import { z } from 'zod';
import { DOCUMENT_ENDINGS, DOCUMENT_LANGUAGES } from '../documents.ts';
import { MAX_DOCUMENT_MODELS } from '../limits.ts';
import { rowId, text } from './parts.ts';
import { modelCode } from './product.ts';

export const documentId = rowId;

/** Beside a file fields are texts: several stand with commas between them. */
const several = <Item extends z.ZodType>(item: Item, most: number, least = 0) =>
  z.preprocess(
    (given) =>
      typeof given === 'string'
        ? given
            .split(',')
            .map((one) => one.trim())
            .filter((one) => one !== '')
        : given,
    z
      .array(item)
      .min(least)
      .max(most)
      .refine((list) => new Set(list).size === list.length, 'each once'),
  );

/** What a person says of a document. */
export const documentFields = {
  title: text(200, 1),
  /** As its maker counts; '': it has none. */
  version: text(40),
  languages: several(z.enum(DOCUMENT_LANGUAGES), DOCUMENT_LANGUAGES.length, 1),
  /** Model codes of the products that it is of; none: of all. */
  models: several(modelCode, MAX_DOCUMENT_MODELS),
};

/** What of a version its list and the document's own page show. */
export const documentVersion = z.object({
  id: z.number().int(),
  version: z.string(),
  languages: z.array(z.enum(DOCUMENT_LANGUAGES)),
  fileName: z.string(),
  type: z.enum(DOCUMENT_ENDINGS as [(typeof DOCUMENT_ENDINGS)[number], ...typeof DOCUMENT_ENDINGS]),
  bytes: z.number().int(),
  /** Of a PDF; null: the file has none. */
  pages: z.number().int().nullable(),
  /** False: nothing in it is text, as in a scan. */
  hasText: z.boolean(),
  createdIso: z.string(),
  isNewest: z.boolean(),
  /** How much of its file is there. */
  received: z.number().int(),
  /** Not all of it is there, or it is not read yet; only who brings it in sees it. */
  isComing: z.boolean(),
});

export const documentRow = documentVersion.extend({
  title: z.string(),
  /** None: it is of all products. */
  products: z.array(z.object({ model: z.number().int(), name: z.string() })),
  /** Who published it for its own people and those of the companies below: '' the portal, for everybody. */
  companyName: z.string(),
  /** How many there are of it, this one counted. */
  versionCount: z.number().int(),
  /** What this session may do with it. */
  rights: z.object({ update: z.boolean() }),
});
