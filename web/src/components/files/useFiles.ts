// The reader's files of samples, asked again while one is being made.
import type { Response } from '@heliograph/contract/calls.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { download } from '../../api/post.ts';
import { useCall } from '../../api/useCall.ts';
import { toastFailed } from '../../ui/toast.tsx';
import { saveFile } from '../csv.ts';

export type HistoryFile = Response<'device/history/files'>['list'][number];

export interface FilesOf {
  sid?: string;
  sn?: string;
}

/** More than are kept of one reader. */
const ALL = { size: 50, num: 0 };

/** While one is being made. */
const LOOK_MS = 1000;

export function useFiles(of: FilesOf) {
  const [isBusy, setBusy] = useState(false);
  const files = useCall(
    'device/history/files',
    { ...of, page: ALL },
    {
      keepsPrevious: true,
      ...(isBusy ? { refetchIntervalMs: LOOK_MS } : {}),
      isAside: true,
    },
  );
  const underWay = (files.data?.underWay ?? 0) > 0;
  if (underWay !== isBusy) setBusy(underWay);
  return files;
}

/** Fetches one that is ready and hands it to the reader. */
export function useFetchFile() {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: ({ id }: Pick<HistoryFile, 'id' | 'name'>) => download('device/history/files/fetch', { id }),
    networkMode: 'always',
    onSuccess: ({ name, content }, asked) => saveFile(content, name || asked.name),
    onError: (error) => toastFailed(messageOf(error, t)),
  });
}
