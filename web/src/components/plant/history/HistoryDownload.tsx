// Export of the readings of a device or its plant, the user's export files, the evidence of its grid voltage, and deletion of days. All dialogs are loaded on demand.
import { Button, Group } from '@mantine/core';
import { IconDownload, IconTrash, IconWaveSine } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../api/loading.ts';
import { addTexts } from '../../../i18n/start.ts';
import { useFiles } from '../../files/useFiles.ts';
import classes from '../plant.module.css';

const withTexts =
  <T,>(load: () => Promise<T>) =>
  async (): Promise<T> =>
    (await Promise.all([load(), addTexts(['files'])]))[0];
const ExportHistory = lazyPart(withTexts(() => import('./ExportHistory.tsx')));
const UserFiles = lazyPart(withTexts(() => import('./UserFiles.tsx')));
const RemoveHistory = lazyPart(() => import('./RemoveHistory.tsx'));
const GridVoltage = lazyPart(
  async () => (await Promise.all([import('./voltage/GridVoltage.tsx'), addTexts(['voltage'])]))[0],
);

interface Props {
  sid: string;
  sn: string;
  /** Range shown above, both ends included. */
  days: { start: string; end: string };
  today: string;
  /** Days may be deleted. */
  mayRemove?: boolean;
  /** An export begins with the whole plant. */
  beginsWithPlant?: boolean | undefined;
}

export function HistoryDownload({ sid, sn, days, today, mayRemove = false, beginsWithPlant = false }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'export' | 'voltage' | 'remove' | null>(null);
  // Those of the device and of its whole plant.
  const files = (useFiles({ sid }).data?.list ?? []).filter((file) => file.sn === sn || file.sn === null);
  return (
    <>
      <Group gap="xs" mt="md">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          onClick={() => setOpen('export')}
        >
          {t('plant.exportReadings')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconWaveSine size={18} stroke={1.75} aria-hidden />}
          onClick={() => setOpen('voltage')}
        >
          {t('plant.gridVoltage')}
        </Button>
      </Group>
      <Suspense>{files.length > 0 && <UserFiles files={files} />}</Suspense>
      {/* Apart from the export, so that nobody presses it by mistake. */}
      {mayRemove && (
        <div className={classes.danger}>
          <Button
            variant="subtle"
            color="red"
            size="xs"
            leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
            onClick={() => setOpen('remove')}
          >
            {t('history.remove.open')}
          </Button>
        </div>
      )}
      {open === 'export' && (
        <Suspense>
          <ExportHistory
            sid={sid}
            sn={sn}
            days={days}
            today={today}
            beginsWithPlant={beginsWithPlant}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
      {open === 'remove' && (
        <Suspense>
          <RemoveHistory sid={sid} sn={sn} days={days} today={today} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'voltage' && (
        <Suspense>
          <GridVoltage sid={sid} sn={sn} days={days} today={today} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
