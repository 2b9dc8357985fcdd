// A user's settings of a list, stored on the server: columns and saved views; the cached ones are used until they are loaded.
import type { Response } from '@heliograph/contract/calls.ts';
import type { SavedView } from '@heliograph/contract/entities/listView.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { callKey, useCall, useChange } from '../../api/useCall.ts';
import { useSession } from '../../session/session.ts';
import { toastFailed } from '../../ui/toast.tsx';
import { type ColumnChoice, type ColumnOffer, completeChoice, storedChoice } from './columnChoice.ts';
import type { ListPath } from './listState.ts';
import { cachedSettings, cacheSettings } from './settingsCache.ts';

type Stored = Response<'account/views'>;

export interface ListSettings {
  choice: ColumnChoice;
  views: readonly SavedView[];
  /** False until the columns are known, because rendering default ones first would make the table jump. */
  isKnown: boolean;
  /** Null resets to the default columns. */
  changeColumns: (choice: ColumnChoice | null) => void;
  changeViews: (views: SavedView[]) => void;
}

/** Returns the settings; a list that is not a table has saved views only. */
export function useListSettings(list: ListPath | 'device/alerts', offer: ColumnOffer): ListSettings {
  const { t } = useTranslation();
  const uid = useSession().info?.uid;
  const client = useQueryClient();
  const request = useCall('account/views', { list }, { staleMs: 300_000 });
  const { mutate } = useChange('account/saveViews');
  const cached = useMemo(() => cachedSettings(uid, list), [uid, list]);
  const stored = request.data ?? cached;
  if (request.data) cacheSettings(uid, list, request.data);

  const change = useCallback(
    (part: Partial<Stored>) => {
      const key = callKey('account/views', { list });
      // Shown at once; after a refusal the stored settings are loaded again.
      client.setQueryData<Stored>(key, (old) => ({ columns: null, views: [], ...old, ...part }));
      mutate(
        { list, ...part },
        {
          onError: (error) => {
            toastFailed(t('list.notKept', { reason: messageOf(error, t) }));
            void client.invalidateQueries({ queryKey: key });
          },
        },
      );
    },
    [client, list, mutate, t],
  );
  const columns = stored?.columns ?? undefined;
  return {
    choice: useMemo(() => completeChoice(columns, offer), [columns, offer]),
    views: stored?.views ?? [],
    isKnown: stored !== undefined || request.isError,
    changeColumns: (chosen) => change({ columns: chosen && storedChoice(chosen, columns, offer) }),
    changeViews: (views) => change({ views }),
  };
}
