// The button that downloads the filtered rows as CSV; the export runs in the dialog, which is loaded when it is first opened.
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import type { ListColumn } from './column.ts';
import type { ListTexts } from './ListPage.tsx';
import type { List, ListPath, ListState, RowOf, SortOf } from './listState.ts';

const ExportDialog = lazyPart(() => import('./ExportDialog.tsx'));

export interface ExportProps<P extends ListPath, Filter extends string> {
  list: List<P, Filter>;
  state: ListState<SortOf<P>, Filter>;
  total: number;
  columns: readonly ListColumn<RowOf<P>, SortOf<P>>[];
  keyOf: (row: RowOf<P>) => string;
  texts: Pick<ListTexts, 'file'>;
}

export function ExportButton<P extends ListPath, Filter extends string>(props: ExportProps<P, Filter>) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        disabled={props.total === 0}
        onClick={() => setOpen(true)}
      >
        {t('list.export')}
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog {...(props as unknown as ExportProps<ListPath, string>)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
