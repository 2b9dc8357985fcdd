// Button that downloads the file of a document.
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDownload } from './useDownload.ts';

interface Props {
  id: number;
  /** Name of the file, for screen readers. */
  name: string;
  isSmall?: boolean;
}

export function DownloadButton({ id, name, isSmall = false }: Props) {
  const { t } = useTranslation();
  const download = useDownload();
  const label = t('documentation.downloadOf', { name });
  const rest = { loading: download.isPending, onClick: () => download.mutate(id), 'aria-label': label };
  const icon = <IconDownload size={18} stroke={1.75} aria-hidden />;
  if (isSmall)
    return (
      <ActionIcon {...rest} variant="subtle" color="gray" title={label}>
        {icon}
      </ActionIcon>
    );
  return (
    <Button {...rest} variant="default" leftSection={icon}>
      {t('documentation.download')}
    </Button>
  );
}
