// Buttons that download the displayed report as PDF or XLSX, generated on demand, share the PDF, and open it for printing.
import type { Request } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { IconFileTypePdf, IconFileTypeXls, IconPrinter, IconShare2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { download } from '../../../api/post.ts';
import { saveFile } from '../../../components/csv.ts';
import { canShare, share } from '../../../ui/share.ts';
import { toastFailed } from '../../../ui/toast.tsx';

type ReportPeriod = Pick<Request<'site/report/download'>, 'sid' | 'from' | 'to'>;

const pdfFile = (content: Blob, name = ''): File =>
  new File([content], name || 'report.pdf', { type: 'application/pdf' });

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
  // The browser would cut the page's tables and charts; the PDF has pages of its own.
  const print = useMutation({
    // Opened at once, as browsers allow it only while the press is handled.
    mutationFn: async (tab: Window | null) => {
      const { name, content } = await download('site/report/download', { sid, from, to, format: 'pdf' });
      if (!tab) return saveFile(content, name || 'report.pdf');
      tab.location.href = URL.createObjectURL(content);
    },
    networkMode: 'always',
    onError: (error, tab) => {
      tab?.close();
      toastFailed(messageOf(error, t));
    },
  });
  const shareFile = useMutation({
    mutationFn: async () => {
      const { name, content } = await download('site/report/download', { sid, from, to, format: 'pdf' });
      const file = pdfFile(content, name);
      // A browser that considers the press too long ago gets the file instead.
      if (!(await share({ files: [file] }))) saveFile(file, file.name);
    },
    networkMode: 'always',
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
      {canShare({ files: [pdfFile(new Blob())] }) && (
        <Button
          variant="default"
          leftSection={<IconShare2 size={18} stroke={1.75} aria-hidden />}
          loading={shareFile.isPending}
          disabled={isEmpty}
          onClick={() => shareFile.mutate()}
        >
          {t('report.share')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
        loading={print.isPending}
        disabled={isEmpty}
        onClick={() => print.mutate(window.open('', '_blank'))}
      >
        {t('report.print')}
      </Button>
    </>
  );
}
