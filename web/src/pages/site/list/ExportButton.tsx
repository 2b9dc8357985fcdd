// Downloads what is filtered as CSV, and shows how far it is; closing the window stops it.
import { Button, Modal, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { post } from '../../../api/post.ts';
import { full } from '../../../format/numbers.ts';
import { dayIn } from '../../../format/times.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { allRows, CELLS, csvOf, MOST_ROWS } from './exportCsv.ts';
import type { ListState } from './listState.ts';
import classes from './SiteList.module.css';

type Progress = { done: number; total: number };

export function ExportButton({ state, total }: { state: ListState; total: number }) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const stopper = useRef<AbortController>(null);

  const close = () => {
    stopper.current?.abort();
    setProgress(null);
    setFailure(null);
  };
  const start = async () => {
    const stop = new AbortController();
    stopper.current = stop;
    setFailure(null);
    setProgress({ done: 0, total });
    try {
      const ask = (body: Parameters<typeof post<'site/listWithSN'>>[1]) =>
        post('site/listWithSN', body, { signal: stop.signal });
      const rows = await allRows(state, ask, (done, all) => setProgress({ done, total: all }));
      const titles = Object.fromEntries(
        (Object.keys(CELLS) as (keyof typeof CELLS)[]).map((name) => [name, t(`list.csv.${name}`)]),
      ) as Record<keyof typeof CELLS, string>;
      save(
        csvOf(rows, titles, (status) => t(`state.${status}`)),
        `${t('list.csvFile')}-${dayIn(Date.now())}.csv`,
      );
      setProgress(null);
      toastDone(t('list.exported', { count: rows.length }));
    } catch (error) {
      if (!stop.signal.aborted) setFailure(messageOf(error, t));
    }
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        disabled={total === 0}
        onClick={() => void start()}
      >
        {t('list.export')}
      </Button>
      <Modal
        opened={progress !== null}
        onClose={close}
        title={t('list.exportTitle')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Stack gap="md">
          {progress && (
            <div className={`${classes.exporting} num`}>
              <progress value={progress.done} max={progress.total || 1} aria-label={t('list.exportTitle')} />
              {full(progress.done, 0)} / {full(progress.total, 0)}
            </div>
          )}
          {total > MOST_ROWS && <Notice kind="warning">{t('list.exportCut', { count: MOST_ROWS })}</Notice>}
          {failure && <Notice kind="error">{failure}</Notice>}
          <Button variant="default" ml="auto" onClick={close}>
            {t('common.cancel')}
          </Button>
        </Stack>
      </Modal>
    </>
  );
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoking at once would cut the download short in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
