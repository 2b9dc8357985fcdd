// Columns of the product catalogue.
import { IconBox } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { ListColumn } from '../../../components/list/column.ts';
import type { SortOf } from '../../../components/list/listState.ts';
import { DASH, full } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import documents from '../documents/documents.module.css';
import { pictureUrl } from './pictureUrl.ts';
import type { ProductRow } from './productList.ts';
import classes from './products.module.css';

type Column = ListColumn<ProductRow, SortOf<'product/list'>>;

export const originOf = ({ companyName }: Pick<ProductRow, 'companyName'>, t: TFunction): string =>
  companyName === null ? t('products.otherCompany') : companyName || t('products.portal');

export const productColumns = (t: TFunction): Column[] => [
  {
    id: 'name',
    title: t('products.name'),
    sort: 'name',
    widthPx: 256,
    isFixed: true,
    cell: (row) => (
      <span className={classes.named}>
        <span className={classes.thumb}>
          {row.picture === '' ? (
            <IconBox size={18} stroke={1.5} aria-hidden />
          ) : (
            <img src={pictureUrl(row.picture)} alt="" width={28} height={28} loading="lazy" />
          )}
        </span>
        <Link className={documents.name} {...links.product(row.model)}>
          {row.name}
        </Link>
      </span>
    ),
    csv: [{ title: t('products.name'), value: (row) => row.name }],
  },
  {
    id: 'model',
    title: t('products.model'),
    sort: 'model',
    isNumber: true,
    widthPx: 128,
    cell: (row) => row.model,
    csv: [{ title: t('products.model'), value: (row) => row.model }],
  },
  {
    id: 'kind',
    title: t('products.kind'),
    sort: 'kind',
    widthPx: 176,
    cell: (row) => t(`products.kinds.${row.kind}`),
    csv: [{ title: t('products.kind'), value: (row) => t(`products.kinds.${row.kind}`) }],
  },
  {
    id: 'rated',
    title: t('products.rated'),
    sort: 'ratedPowerW',
    unit: 'W',
    isNumber: true,
    widthPx: 136,
    cell: (row) => (row.ratedPowerW === 0 ? DASH : full(row.ratedPowerW, 0)),
    csv: [{ title: `${t('products.rated')} (W)`, value: (row) => row.ratedPowerW || null }],
  },
  {
    id: 'inputs',
    title: t('products.inputs'),
    isNumber: true,
    widthPx: 112,
    cell: (row) => (row.inputs === 0 ? <span className="muted">{t('products.told')}</span> : row.inputs),
    csv: [{ title: t('products.inputs'), value: (row) => row.inputs }],
  },
  {
    id: 'phases',
    title: t('products.phases'),
    isNumber: true,
    widthPx: 88,
    cell: (row) => row.phases,
    csv: [{ title: t('products.phases'), value: (row) => row.phases }],
  },
  {
    id: 'profile',
    title: t('products.profile'),
    widthPx: 184,
    cell: (row) => row.profile ?? <span className="muted">{t('products.noProfile')}</span>,
    csv: [{ title: t('products.profile'), value: (row) => row.profile ?? '' }],
  },
  {
    id: 'parameters',
    title: t('products.parameters'),
    isNumber: true,
    widthPx: 112,
    cell: (row) => row.parameterCount || DASH,
    csv: [{ title: t('products.parameters'), value: (row) => row.parameterCount }],
  },
  {
    id: 'functions',
    title: t('products.functions'),
    isNumber: true,
    widthPx: 112,
    isHiddenByDefault: true,
    cell: (row) => row.functionCount || DASH,
    csv: [{ title: t('products.functions'), value: (row) => row.functionCount }],
  },
  {
    id: 'documents',
    title: t('products.documents'),
    isNumber: true,
    widthPx: 120,
    cell: (row) =>
      row.documentCount === 0 ? DASH : <Link {...links.documentation({ product: row.name })}>{row.documentCount}</Link>,
    csv: [{ title: t('products.documents'), value: (row) => row.documentCount }],
  },
  {
    id: 'origin',
    title: t('products.origin'),
    widthPx: 168,
    cell: (row) => originOf(row, t),
    csv: [{ title: t('products.origin'), value: (row) => originOf(row, t) }],
  },
];
