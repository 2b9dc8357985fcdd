// What the reader keeps of a list on the server: columns and saved views; the last answer heard is at hand at once.
import type { Response } from '@heliograph/contract/calls.ts';
import type { SavedView } from '@heliograph/contract/entities/listView.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { callKey, useCall, useChange } from '../../api/useCall.ts';
import { useSession } from '../../session/session.ts';
import { toastFailed } from '../../ui/toast.tsx';
import { type ColumnChoice, type ColumnOffer, completeChoice, keptChoice } from './columnChoice.ts';
import { lastHeard, remember } from './lastHeard.ts';
import type { ListPath } from './listState.ts';

type Kept = Response<'account/views'>;

export interface KeptOfList {
  choice: ColumnChoice;
  views: readonly SavedView[];
  /** False until the columns are known: drawing usual ones first would make the table jump. */
  isKnown: boolean;
  /** Null: back to the usual columns. */
  changeColumns: (choice: ColumnChoice | null) => void;
  changeViews: (views: SavedView[]) => void;
}

/** A list that is not drawn as a table has views alone. */
export function useKept(list: ListPath | 'device/alerts', offer: ColumnOffer): KeptOfList {
  const { t } = useTranslation();
  const uid = useSession().info?.uid;
  const client = useQueryClient();
  const asked = useCall('account/views', { list }, { staleMs: 300_000 });
  const { mutate } = useChange('account/saveViews');
  const before = useMemo(() => lastHeard(uid, list), [uid, list]);
  const kept = asked.data ?? before;
  if (asked.data) remember(uid, list, asked.data);

  const change = useCallback(
    (part: Partial<Kept>) => {
      const key = callKey('account/views', { list });
      // Seen at once; what the server refuses is asked for again.
      client.setQueryData<Kept>(key, (old) => ({ columns: null, views: [], ...old, ...part }));
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
  const columns = kept?.columns ?? undefined;
  return {
    choice: useMemo(() => completeChoice(columns, offer), [columns, offer]),
    views: kept?.views ?? [],
    isKnown: kept !== undefined || asked.isError,
    changeColumns: (chosen) => change({ columns: chosen && keptChoice(chosen, columns, offer) }),
    changeViews: (views) => change({ views }),
  };
}
