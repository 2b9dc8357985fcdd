// Columns of the document list; during a search also the excerpt of the hit.
import { IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { sizeOf } from '../../../components/files/fileTexts.ts';
import type { ListColumn } from '../../../components/list/column.ts';
import type { SortOf } from '../../../components/list/listState.ts';
import { DASH } from '../../../format/numbers.ts';
import { dateOf } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import type { DocumentRow } from './documentList.ts';
import classes from './documents.module.css';
import { Hit } from './Hit.tsx';
import { languageNames } from './words.ts';

type Column = ListColumn<DocumentRow, SortOf<'configuration/documentation/list'>>;

const productsOf = ({ products }: DocumentRow, t: TFunction): string =>
  products.map(({ name }) => name).join(', ') || t('documentation.allProducts');

/** Columns; narrower next to the excerpt of a search, so that the file stays visible. */
export const documentColumns = (t: TFunction, isSearched: boolean): Column[] => [
  {
    id: 'title',
    title: t('documentation.name'),
    sort: 'title',
    widthPx: isSearched ? 240 : 280,
    isFixed: true,
    cell: ({ id, title }) => (
      <span className={classes.named}>
        <IconFileText size={18} stroke={1.5} aria-hidden />
        <Link className={classes.name} {...links.document(id)} title={title}>
          {title}
        </Link>
      </span>
    ),
    csv: [{ title: t('documentation.name'), value: ({ title }) => title }],
  },
  ...(isSearched
    ? [
        {
          id: 'hit',
          title: t('documentation.found'),
          widthPx: 320,
          cell: ({ hit }: DocumentRow) =>
            hit === null ? (
              DASH
            ) : (
              <span title={hit.parts.map(({ text }) => text).join('')}>
                <Hit hit={hit} />
              </span>
            ),
        },
      ]
    : []),
  {
    id: 'version',
    title: t('documentation.version'),
    widthPx: isSearched ? 88 : 104,
    cell: ({ version, isNewest, isComing }) => (
      <>
        {version || DASH}
        {!isNewest && <span className="muted"> · {t(isComing ? 'documentation.coming' : 'documentation.older')}</span>}
      </>
    ),
    csv: [{ title: t('documentation.version'), value: ({ version }) => version }],
  },
  {
    id: 'languages',
    title: t('documentation.languages'),
    widthPx: isSearched ? 112 : 208,
    cell: ({ languages }) => <span title={languageNames(languages)}>{languageNames(languages)}</span>,
    csv: [{ title: t('documentation.languages'), value: ({ languages }) => languages.join(' ') }],
  },
  {
    id: 'products',
    title: t('documentation.products'),
    widthPx: isSearched ? 144 : 200,
    cell: (row) =>
      row.products.length === 0 ? (
        <span className="muted">{t('documentation.allProducts')}</span>
      ) : (
        <span title={productsOf(row, t)}>{productsOf(row, t)}</span>
      ),
    csv: [{ title: t('documentation.products'), value: (row) => productsOf(row, t) }],
  },
  {
    id: 'file',
    title: t('documentation.file'),
    sort: 'bytes',
    widthPx: isSearched ? 120 : 136,
    cell: ({ type, bytes }) => (
      <>
        {type.toUpperCase()} <span className="muted">{sizeOf(bytes)}</span>
      </>
    ),
    csv: [
      { title: t('documentation.file'), value: ({ fileName }) => fileName },
      { title: t('documentation.bytes'), value: ({ bytes }) => bytes },
    ],
  },
  {
    id: 'created',
    title: t('documentation.added'),
    sort: 'created',
    widthPx: isSearched ? 120 : 128,
    cell: ({ createdIso }) => dateOf(createdIso),
    csv: [{ title: t('documentation.added'), value: ({ createdIso }) => createdIso }],
  },
  {
    id: 'from',
    title: t('documentation.from'),
    widthPx: isSearched ? 104 : 136,
    cell: ({ companyName }) => companyName || t('documentation.portal'),
    csv: [{ title: t('documentation.from'), value: ({ companyName }) => companyName || t('documentation.portal') }],
  },
];
