// Documents: the files that they may be, and the languages that they may be in; apart from the schemas, which not every page loads.
import { LANGUAGES } from './envelope.ts';

/** By the ending of the file's name; what the bytes are is looked at, whatever the name says. */
export const DOCUMENT_TYPES = {
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type DocumentType = keyof typeof DOCUMENT_TYPES;
export const DOCUMENT_ENDINGS = Object.keys(DOCUMENT_TYPES) as DocumentType[];

/** Undefined: of none of these types. */
export const endingOf = (fileName: string): DocumentType | undefined => {
  const ending = /\.([a-z]{2,4})$/i.exec(fileName)?.[1]?.toLowerCase();
  return DOCUMENT_ENDINGS.find((one) => one === ending);
};

/** Those of the portal; English is one. */
export type DocumentLanguage = Exclude<(typeof LANGUAGES)[number]['code'], 'gb'>;
export const DOCUMENT_LANGUAGES = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'gb') as [
  DocumentLanguage,
  ...DocumentLanguage[],
];
