// Who looks after the plant; its owner ends that without naming another.
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
  /** The form above names an installer who is none any more. */
  onEnded: () => void;
}

export function ServiceCompany({ sid, onEnded }: Props) {
  const { t } = useTranslation();
  // As the part above asks it, which also tells when it could not be asked.
  const { data, error } = useCall('site/offers', { sid }, { staleMs: 0 });
  const end = useChange('site/endCare', ['site/offers', 'site/listWithSN', 'site/sn/report/settings']);
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    end.reset();
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
          <Button variant="default" onClick={() => setAsking(true)}>
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
        opened={isAsking}
        onClose={close}
        onConfirm={() =>
          end.mutate(
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
        isBusy={end.isPending}
        error={end.error ? messageOf(end.error, t) : null}
      />
    </section>
  );
}
