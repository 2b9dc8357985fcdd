// The readings of a device's day as they were stored, as a file.
import { Button } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { download } from '../../../api/post.ts';
import { saveFile } from '../../../components/csv.ts';
import { toastFailed } from '../../../ui/toast.tsx';

export function HistoryDownload({ sid, sn, day }: { sid: string; sn: string; day: string }) {
  const { t } = useTranslation();
  const file = useMutation({
    mutationFn: () => download('device/history/download', { sid, sn, start: day }),
    networkMode: 'always',
    onSuccess: ({ name, content }) => saveFile(content, name || `${sn}_${day}.csv`),
    onError: (error) => toastFailed(messageOf(error, t)),
  });
  return (
    <Button
      variant="default"
      size="xs"
      mt="md"
      leftSection={<IconFileTypeCsv size={18} stroke={1.75} aria-hidden />}
      loading={file.isPending}
      onClick={() => file.mutate()}
    >
      {t('plant.downloadReadings')}
    </Button>
  );
}
