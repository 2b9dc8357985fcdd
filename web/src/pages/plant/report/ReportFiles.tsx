// Buttons that download the displayed report as PDF or XLSX, generated on demand.
import type { Request } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { IconFileTypePdf, IconFileTypeXls } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { download } from '../../../api/post.ts';
import { saveFile } from '../../../components/csv.ts';
import { toastFailed } from '../../../ui/toast.tsx';

type ReportPeriod = Pick<Request<'site/report/download'>, 'sid' | 'from' | 'to'>;

interface Props extends ReportPeriod {
  /** The report has no data, or is not loaded yet. */
  isEmpty: boolean;
}

export function ReportFiles({ sid, from, to, isEmpty }: Props) {
  const { t } = useTranslation();
  const fetchFile = useMutation({
    mutationFn: (format: 'pdf' | 'xlsx') => download('site/report/download', { sid, from, to, format }),
    networkMode: 'always',
    onSuccess: ({ name, content }, format) => saveFile(content, name || `report.${format}`),
    onError: (error) => toastFailed(messageOf(error, t)),
  });
  const button = (format: 'pdf' | 'xlsx', Icon: typeof IconFileTypePdf) => (
    <Button
      variant="default"
      leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
      loading={fetchFile.isPending && fetchFile.variables === format}
      disabled={isEmpty || (fetchFile.isPending && fetchFile.variables !== format)}
      onClick={() => fetchFile.mutate(format)}
    >
      {t(`report.${format}`)}
    </Button>
  );
  return (
    <>
      {button('pdf', IconFileTypePdf)}
      {button('xlsx', IconFileTypeXls)}
    </>
  );
}
