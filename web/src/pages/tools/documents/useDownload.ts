// Downloads a file stored on the server: requests its address, which is valid for some minutes, and opens it.
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { post } from '../../../api/post.ts';
import { apiBase } from '../../../brand/portal.ts';
import { toastFailed } from '../../../ui/toast.tsx';

type LinkPath = 'configuration/documentation/link' | 'configuration/ota/link';

export function useDownload(path: LinkPath = 'configuration/documentation/link') {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (id: number) => post(path, { id }),
    networkMode: 'always',
    // Served as an attachment, so the page does not navigate.
    onSuccess: ({ path: address, fileName }) => {
      const link = document.createElement('a');
      link.href = `${apiBase}/${address}`;
      link.download = fileName;
      link.click();
    },
    onError: (error) => toastFailed(messageOf(error, t)),
  });
}
