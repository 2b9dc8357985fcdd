// File types and languages of documents; separate from the schemas, which few pages load.
import { LANGUAGES } from './envelope.ts';

/** By file name extension; the server also checks the bytes. */
export const DOCUMENT_TYPES = {
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type DocumentType = keyof typeof DOCUMENT_TYPES;
export const DOCUMENT_ENDINGS = Object.keys(DOCUMENT_TYPES) as DocumentType[];

/** Undefined for other types. */
export const endingOf = (fileName: string): DocumentType | undefined => {
  const ending = /\.([a-z]{2,4})$/i.exec(fileName)?.[1]?.toLowerCase();
  return DOCUMENT_ENDINGS.find((one) => one === ending);
};

/** Languages of the portal, including English. */
export type DocumentLanguage = Exclude<(typeof LANGUAGES)[number]['code'], 'gb'>;
export const DOCUMENT_LANGUAGES = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'gb') as [
  DocumentLanguage,
  ...DocumentLanguage[],
];
