// Form of a document: values, rules and request.
import { configurationDocumentationAnnounce } from '@heliograph/contract/calls/configuration/documentation/announce.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { endingOf } from '@heliograph/contract/documents.ts';
import { contractRules } from '../../../components/form/contractRules.ts';
import type { Faults } from '../../../components/form/rules.ts';

export type DocumentDetail = Response<'configuration/documentation/detail'>['document'];

export interface DocumentForm {
  title: string;
  version: string;
  languages: string[];
  /** Model codes. */
  models: string[];
  /** '' until a file is selected. */
  fileName: string;
}

export const EMPTY: DocumentForm = { title: '', version: '', languages: [], models: [], fileName: '' };

export const formOf = ({ title, version, languages, products, fileName }: DocumentDetail): DocumentForm => ({
  title,
  version,
  languages,
  fileName,
  models: products.map(({ model }) => String(model)),
});

export const rules = contractRules<DocumentForm>(configurationDocumentationAnnounce.request, {
  empty: EMPTY,
  alsoRequired: ['languages'],
  wireOf: (form) => ({ ...form, bytes: 1 }),
  also: ({ fileName }): Faults => (fileName !== '' && !endingOf(fileName) ? { fileName: { type: 'format' } } : {}),
});

/** Returns a readable title for a file name such as "manual_BDM-800.pdf". */
export const titleOf = (fileName: string): string =>
  fileName
    .replace(/\.[a-z]{2,4}$/i, '')
    .replaceAll('_', ' ')
    .trim();
