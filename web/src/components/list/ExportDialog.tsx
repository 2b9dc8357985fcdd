// Collects the filtered rows and downloads them as CSV, with a progress bar; closing the dialog stops it.
import { Button, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { post } from '../../api/post.ts';
import { full } from '../../format/numbers.ts';
import { dayIn } from '../../format/times.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toastDone, toastInfo } from '../../ui/toast.tsx';
import { saveCsv } from '../csv.ts';
import { allRows, MAX_ROWS } from './allRows.ts';
import type { ExportProps } from './ExportButton.tsx';
import classes from './List.module.css';
import type { ListPath } from './listState.ts';

export default function ExportDialog(props: ExportProps<ListPath, string> & { onClose: () => void }) {
  const { list, state, total, columns, keyOf, texts, onClose } = props;
  const { t } = useTranslation();
  const [progress, setProgress] = useState({ done: 0, total });
  const [failure, setFailure] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: collects once, with the filters from when it was opened
  useEffect(() => {
    const abort = new AbortController();
    const collect = async () => {
      try {
        const { rows, isCut } = await allRows(
          list,
          state,
          keyOf,
          (body) => post(list.call, body, { signal: abort.signal }),
          (done, all) => setProgress({ done, total: all }),
        );
        const fields = columns.flatMap(({ csv }) => csv ?? []);
        saveCsv(
          `${texts.file}-${dayIn(Date.now())}`,
          fields.map(({ title }) => title),
          rows.map((row) => fields.map(({ value }) => value(row))),
        );
        const n = full(rows.length, 0);
        if (isCut) toastInfo(t('list.exportedCut', { n }));
        else toastDone(t('list.exported', { count: rows.length, n }));
        onClose();
      } catch (error) {
        if (!abort.signal.aborted) setFailure(messageOf(error, t));
      }
    };
    void collect();
    return () => abort.abort();
  }, []);
  return (
    <Dialog opened onClose={onClose} title={t('list.exportTitle')}>
      <Stack gap="md">
        <div className={`${classes.exporting} num`}>
          <progress value={progress.done} max={progress.total || 1} aria-label={t('list.exportTitle')} />
          {full(progress.done, 0)} / {full(progress.total, 0)}
        </div>
        {total > MAX_ROWS && <Notice kind="warning">{t('list.exportCut', { n: full(MAX_ROWS, 0) })}</Notice>}
        {failure && <Notice kind="error">{failure}</Notice>}
        <Button variant="default" ml="auto" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Stack>
    </Dialog>
  );
}
