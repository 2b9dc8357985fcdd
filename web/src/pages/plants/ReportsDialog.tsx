// Dialog that selects the days and the format of the reports of all filtered plants, and downloads the file.
import { MAX_REPORT_DAYS, MAX_REPORT_PLANTS } from '@heliograph/contract/limits.ts';
import { SegmentedControl, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { download } from '../../api/post.ts';
import { saveFile } from '../../components/csv.ts';
import { addMonths, monthEnd } from '../../components/plant/days.ts';
import { TwoDays, useTwoDays } from '../../components/TwoDays.tsx';
import { dayIn } from '../../format/times.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { siteList } from './siteList.ts';

type Format = 'pdf' | 'xlsx';

export default function ReportsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { filters } = siteList.requestOf(siteList.stateOf(useSearch({ strict: false })));
  const today = dayIn(Date.now());
  // The last complete month.
  const first = addMonths(today, -1);
  const days = useTwoDays(first, monthEnd(first), MAX_REPORT_DAYS);
  const [from, to] = days.days;
  const [format, setFormat] = useState<Format>('pdf');
  const fetchFile = useMutation({
    mutationFn: () => download('site/report/download', { filters, from, to, format }),
    networkMode: 'always',
    onSuccess: ({ name, content }) => {
      saveFile(content, name || `reports.${format}`);
      onClose();
    },
  });
  const fault =
    days.fault && t(days.fault === 'reversed' ? 'report.reversed' : 'report.mostDays', { count: MAX_REPORT_DAYS });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!fault && !fetchFile.isPending) fetchFile.mutate();
  };
  return (
    <Dialog opened onClose={onClose} title={t('report.ofList')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <p className="muted">{t('report.ofListText', { most: MAX_REPORT_PLANTS })}</p>
          <TwoDays labels={[t('report.from'), t('report.to')]} days={days} max={today} fault={fault} />
          <SegmentedControl
            aria-label={t('report.format')}
            value={format}
            onChange={(value) => setFormat(value as Format)}
            data={(['pdf', 'xlsx'] as const).map((value) => ({ value, label: t(`report.${value}`) }))}
          />
          {fetchFile.error && <Notice kind="error">{messageOf(fetchFile.error, t)}</Notice>}
          <DialogButtons onCancel={onClose} loading={fetchFile.isPending} disabled={fault !== undefined}>
            {t('report.make')}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
