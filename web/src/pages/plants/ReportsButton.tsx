// Button for one file with the reports of all filtered plants; its dialog is loaded on first use.
import { Button } from '@mantine/core';
import { IconReportAnalytics } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { addTexts } from '../../i18n/start.ts';

const ReportsDialog = lazyPart(async () => {
  const [file] = await Promise.all([import('./ReportsDialog.tsx'), addTexts(['report'])]);
  return file;
});

export function ReportsButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        visibleFrom="md"
        leftSection={<IconReportAnalytics size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('sites.reports')}
      </Button>
      {isOpen && (
        <Suspense>
          <ReportsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
