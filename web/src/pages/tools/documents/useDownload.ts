// Hands a file that is kept here to the reader: asks for its address, which is good for some minutes, and opens it.
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { post } from '../../../api/post.ts';
import { brand } from '../../../brand/portal.ts';
import { toastFailed } from '../../../ui/toast.tsx';

type LinkPath = 'configuration/documentation/link' | 'configuration/ota/link';

export function useDownload(path: LinkPath = 'configuration/documentation/link') {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (id: number) => post(path, { id }),
    networkMode: 'always',
    // An attachment: the page stays as it is.
    onSuccess: ({ path: address, fileName }) => {
      const link = document.createElement('a');
      link.href = `${brand.apiBase}/${address}`;
      link.download = fileName;
      link.click();
    },
    onError: (error) => toastFailed(messageOf(error, t)),
  });
}
