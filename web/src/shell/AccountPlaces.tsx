// Part of the account panel: switching between the companies of the account, and clearing the browser's stored data.
import { IconBuilding, IconEraser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../api/failures.ts';
import { queryClient, useCall, useChange } from '../api/useCall.ts';
import { Choice } from '../components/Choice.tsx';
import { deleteAnswers } from '../offline/deleteAnswers.ts';
import { leaveForOwnPortal } from '../session/ownPortal.ts';
import { session, startSession } from '../session/session.ts';
import { KEYS, store } from '../session/storage.ts';
import { toastDone, toastFailed } from '../ui/toast.tsx';
import classes from './AccountPanel.module.css';
import placeClasses from './AccountPlaces.module.css';

/** Stored data that can be cleared; language, appearance and the session are choices, not caches. */
const CACHES = [KEYS.listViews, KEYS.recent, KEYS.formDrafts, KEYS.pageVisits, KEYS.lastVisitedPath, KEYS.languageList];

export default function AccountPlaces() {
  const { t } = useTranslation();
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
  const { list = [] } = useCall('account/companies', {}).data ?? {};
  const change = useChange('account/switchCompany');
  const current = list.find(({ isCurrent }) => isCurrent);
  const switchTo = (id: string) => {
    if (Number(id) === current?.companyId || change.isPending) return;
    change.mutate(
      { companyId: Number(id) },
      {
        // The session listener opens the plant list, in every tab.
        onSuccess: ({ userInfo }) => {
          startSession({ userInfo, tokenInfo: session() });
          void leaveForOwnPortal(userInfo, null);
        },
        onError: (error) => toastFailed(messageOf(error, t)),
      },
    );
  };
  const clear = async () => {
    for (const key of CACHES) store(key, null);
    deleteAnswers();
    await queryClient.resetQueries();
    toastDone(t('places.cleared'));
  };
  return (
    <>
      {current && list.length > 1 && (
        <div className={placeClasses.place}>
          <IconBuilding {...icon} />
          <Choice
            aria-label={t('places.switch')}
            value={String(current.companyId)}
            choices={list.map(({ companyId, companyName, groupName }) => ({
              value: String(companyId),
              label: `${companyName}, ${groupName}`,
            }))}
            onChange={switchTo}
            isInPanel
          />
        </div>
      )}
      <button type="button" className={classes.action} onClick={() => void clear()}>
        <IconEraser {...icon} />
        {t('places.clear')}
      </button>
    </>
  );
}
