// List of documents with full-text search.
import { Button } from '@mantine/core';
import { IconFileText, IconPlus } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../components/list/filterField.ts';
import { ListPage } from '../../components/list/ListPage.tsx';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { documentColumns } from './documents/columns.tsx';
import { DocumentCard } from './documents/DocumentCard.tsx';
import { DownloadButton } from './documents/DownloadButton.tsx';
import { documentList } from './documents/documentList.ts';
import { languageChoices } from './documents/words.ts';

const fieldsOf = (t: TFunction): FilterField<keyof typeof documentList.filters>[] => [
  { name: 'language', label: t('documentation.language'), kind: { useChoices: languageChoices } },
  { name: 'product', label: t('documentation.product') },
  {
    name: 'versions',
    label: t('documentation.versions'),
    kind: { useChoices: () => [{ value: 'all', label: t('documentation.allVersions') }] },
  },
];

export default function DocumentationPage() {
  const { t } = useTranslation();
  const mayChange = usePermission('DocumentChange');
  const { q } = documentList.search(useSearch({ from: '/signedIn/documentation' }));
  const columns = useMemo(() => documentColumns(t, q !== undefined), [t, q]);
  const fields = useMemo(() => fieldsOf(t), [t]);
  const add = mayChange && (
    <Button
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link {...props} {...links.newDocument()} />}
    >
      {t('documentation.add')}
    </Button>
  );
  return (
    <ListPage
      list={documentList}
      columns={columns}
      fields={fields}
      texts={{
        title: t('menu.Documentation'),
        facts: t('documentation.text'),
        search: t('documentation.search'),
        empty: {
          icon: <IconFileText size={24} stroke={1.75} aria-hidden />,
          title: t('documentation.empty'),
          text: t(mayChange ? 'documentation.emptyText' : 'documentation.emptyReader'),
          action: add,
        },
        noMatches: { title: t('documentation.noneFound'), text: t('documentation.noneFoundText') },
        file: t('documentation.csvFile'),
      }}
      keyOf={(row) => String(row.id)}
      linkOf={(row) => links.document(row.id)}
      card={(row) => <DocumentCard row={row} />}
      cardPx={120}
      actions={(row) => !row.isComing && <DownloadButton id={row.id} name={row.fileName} isSmall />}
      actionsWidthPx={56}
      head={add}
    />
  );
}
