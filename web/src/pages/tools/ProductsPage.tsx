// Catalogue of products; creates new ones.
import { PRODUCT_KINDS } from '@heliograph/contract/products.ts';
import { Button } from '@mantine/core';
import { IconBox, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../components/list/filterField.ts';
import { ListPage } from '../../components/list/ListPage.tsx';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { productColumns } from './products/columns.tsx';
import { productList } from './products/productList.ts';

const fieldsOf = (t: TFunction): FilterField<keyof typeof productList.filters>[] => [
  {
    name: 'kind',
    label: t('products.kind'),
    kind: { useChoices: () => PRODUCT_KINDS.map((kind) => ({ value: kind, label: t(`products.kinds.${kind}`) })) },
  },
  {
    name: 'origin',
    label: t('products.origin'),
    kind: {
      useChoices: () => [
        { value: 'portal', label: t('products.portal') },
        { value: 'companies', label: t('products.companies') },
      ],
    },
  },
];

export default function ProductsPage() {
  const { t } = useTranslation();
  const mayChange = usePermission('ProductChange');
  const columns = useMemo(() => productColumns(t), [t]);
  const fields = useMemo(() => fieldsOf(t), [t]);
  const add = mayChange && (
    <Button
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link {...props} {...links.product()} />}
    >
      {t('products.add')}
    </Button>
  );
  return (
    <ListPage
      list={productList}
      columns={columns}
      fields={fields}
      texts={{
        title: t('products.title'),
        facts: t('products.text'),
        search: t('products.search'),
        empty: {
          icon: <IconBox size={24} stroke={1.75} aria-hidden />,
          title: t('products.empty'),
          text: t('products.emptyText'),
          action: add,
        },
        noMatches: { title: t('products.noneFound'), text: t('products.noneFoundText') },
        file: t('products.csvFile'),
      }}
      keyOf={(row) => String(row.model)}
      linkOf={(row) => links.product(row.model)}
      head={add}
    />
  );
}
