// The installer or company that services the plant; the owner may end the assignment without naming a successor.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import partHead from '../partHead.module.css';
import classes from './access.module.css';

interface Props {
  sid: string;
  /** Called after the assignment has ended, as the form above still names the former installer. */
  onEnded: () => void;
}

export function ServiceCompany({ sid, onEnded }: Props) {
  const { t } = useTranslation();
  // Shares the cached call of the section above, which also shows its error.
  const { data, error } = useCall('site/offers', { sid }, { staleMs: 0 });
  const endAssignment = useChange('site/endCare', ['site/offers', 'site/listWithSN', 'site/sn/report/settings']);
  const [isConfirming, setConfirming] = useState(false);
  const close = () => {
    setConfirming(false);
    endAssignment.reset();
  };
  if (error && !data) return null;
  const { companyName = '', installerEmail = '' } = data?.care ?? {};
  return (
    <section aria-labelledby="site-care">
      <div className={partHead.head}>
        <div>
          <h2 id="site-care">{t('access.care.title')}</h2>
          <p>{t('access.care.text')}</p>
        </div>
        {data?.mayEndCare && (
          <Button variant="default" onClick={() => setConfirming(true)}>
            {t('access.care.end')}
          </Button>
        )}
      </div>
      {!data && <RowSkeletons rows={1} />}
      {data && data.care === null && <p className={classes.none}>{t('access.care.nobody')}</p>}
      {data?.care && (
        <ul className={classes.rows}>
          <li>
            <div>
              <b>{companyName || installerEmail}</b>
              {companyName !== '' && installerEmail !== '' && <span className="muted">{installerEmail}</span>}
            </div>
          </li>
        </ul>
      )}
      <ConfirmDialog
        opened={isConfirming}
        onClose={close}
        onConfirm={() =>
          endAssignment.mutate(
            { sid },
            {
              onSuccess: () => {
                toastDone(t('access.care.ended'));
                close();
                onEnded();
              },
            },
          )
        }
        title={t('access.care.endTitle', { name: companyName || installerEmail })}
        text={`${t('access.care.endText')} ${data?.sendsMail ? t('access.care.endTold') : ''}`}
        confirmLabel={t('access.care.end')}
        isBusy={endAssignment.isPending}
        error={endAssignment.error ? messageOf(endAssignment.error, t) : null}
      />
    </section>
  );
}
