// Collects what is filtered and downloads it as CSV, and shows how far it is; closing the window stops it.
import '../../../ui/panelStyles.ts';
import { Button, Modal, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
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

interface Props {
  state: ListState;
  total: number;
  onClose: () => void;
}

export default function ExportDialog({ state, total, onClose }: Props) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<Progress>({ done: 0, total });
  const [failure, setFailure] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: collects once, what was filtered when it was opened
  useEffect(() => {
    const stop = new AbortController();
    const collect = async () => {
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
        toastDone(t('list.exported', { count: rows.length }));
        onClose();
      } catch (error) {
        if (!stop.signal.aborted) setFailure(messageOf(error, t));
      }
    };
    void collect();
    return () => stop.abort();
  }, []);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('list.exportTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <div className={`${classes.exporting} num`}>
          <progress value={progress.done} max={progress.total || 1} aria-label={t('list.exportTitle')} />
          {full(progress.done, 0)} / {full(progress.total, 0)}
        </div>
        {total > MOST_ROWS && <Notice kind="warning">{t('list.exportCut', { count: MOST_ROWS })}</Notice>}
        {failure && <Notice kind="error">{failure}</Notice>}
        <Button variant="default" ml="auto" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Stack>
    </Modal>
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
