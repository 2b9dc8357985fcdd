// The button that downloads what is filtered as CSV; the work is in the dialog, loaded when it is first wanted.
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListState } from './listState.ts';

const ExportDialog = lazy(() => import('./ExportDialog.tsx'));

export function ExportButton({ state, total }: { state: ListState; total: number }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        disabled={total === 0}
        onClick={() => setOpen(true)}
      >
        {t('list.export')}
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog state={state} total={total} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
