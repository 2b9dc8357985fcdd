// The user's export files of samples, refetched while one is being prepared.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { download } from '../../api/post.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { toastFailed } from '../../ui/toast.tsx';
import { saveFile } from '../csv.ts';

export type HistoryFile = Response<'device/history/files'>['list'][number];

export interface FilesOf {
  sid?: string;
  sn?: string;
}

/** Page size above the number of files that are stored per user. */
const ALL = { size: 50, num: 0 };

/** Refetch interval while a file is being prepared. */
const REFETCH_MS = 1000;

export function useFiles(scope: FilesOf) {
  const [isBusy, setBusy] = useState(false);
  const files = useCall(
    'device/history/files',
    { ...scope, page: ALL },
    {
      keepsPrevious: true,
      ...(isBusy ? { refetchIntervalMs: REFETCH_MS } : {}),
      isBackground: true,
    },
  );
  const hasPending = (files.data?.underWay ?? 0) > 0;
  if (hasPending !== isBusy) setBusy(hasPending);
  return files;
}

/** Requests a file of a device, or of all devices of a plant if `sn` is null. */
export function useRequestFile(sn: string | null) {
  const ofDevice = useChange('device/history/files/ask', ['device/history/files']);
  const ofPlant = useChange('site/history/files/ask', ['device/history/files']);
  const { isPending, error } = sn === null ? ofPlant : ofDevice;
  const request = (
    file: Request<'site/history/files/ask'>,
    handlers: { onSuccess: (made: { id: string }) => void; onError?: (error: Error) => void },
  ) => {
    const { sns: _, ...ofOne } = file;
    if (sn === null) ofPlant.mutate(file, handlers);
    else ofDevice.mutate({ ...ofOne, sn }, handlers);
  };
  return { request, isPending, error };
}

/** Downloads a file that is ready. */
export function useFetchFile() {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: ({ id }: Pick<HistoryFile, 'id' | 'name'>) => download('device/history/files/fetch', { id }),
    networkMode: 'always',
    onSuccess: ({ name, content }, file) => saveFile(content, name || file.name),
    onError: (error) => toastFailed(messageOf(error, t)),
  });
}
