// A document such as a manual, data sheet or list of codes, for some or all products, with languages and versions.
import { z } from 'zod';
import { DOCUMENT_ENDINGS, DOCUMENT_LANGUAGES } from '../documents.ts';
import { MAX_DOCUMENT_MODELS } from '../limits.ts';
import { rowId, text } from './parts.ts';
import { modelCode } from './product.ts';

export const documentId = rowId;

/** Forms with a file send lists as texts with commas. */
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

/** Editable data of a document. */
export const documentFields = {
  title: text(200, 1),
  /** Version of the manufacturer; '' for none. */
  version: text(40),
  languages: several(z.enum(DOCUMENT_LANGUAGES), DOCUMENT_LANGUAGES.length, 1),
  /** Model codes of its products; empty: all. */
  models: several(modelCode, MAX_DOCUMENT_MODELS),
};

/** A version in the list and on the page of the document. */
export const documentVersion = z.object({
  id: z.number().int(),
  version: z.string(),
  languages: z.array(z.enum(DOCUMENT_LANGUAGES)),
  fileName: z.string(),
  type: z.enum(DOCUMENT_ENDINGS as [(typeof DOCUMENT_ENDINGS)[number], ...typeof DOCUMENT_ENDINGS]),
  bytes: z.number().int(),
  /** Pages of a PDF; null for other files. */
  pages: z.number().int().nullable(),
  /** False: no text, for example a scan. */
  hasText: z.boolean(),
  createdIso: z.string(),
  isNewest: z.boolean(),
  /** Uploaded bytes. */
  received: z.number().int(),
  /** Whether the upload or its processing is incomplete; only the uploader sees it. */
  isComing: z.boolean(),
});

export const documentRow = documentVersion.extend({
  title: z.string(),
  /** Empty: all products. */
  products: z.array(z.object({ model: z.number().int(), name: z.string() })),
  /** Company that published it for its people and subsidiaries; '' for the portal, open to everybody. */
  companyName: z.string(),
  /** Number of versions, including this one. */
  versionCount: z.number().int(),
  /** Permissions of this session. */
  rights: z.object({ update: z.boolean() }),
});
