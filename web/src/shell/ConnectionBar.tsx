// Bar at the top of every page while there is no connection, with the time of the shown data, and while changes wait for one.
import { IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataFrom, useIsLost } from '../api/connection.ts';
import { lazyPart } from '../api/loading.ts';
import { whenText } from '../format/times.ts';
import { addTexts } from '../i18n/start.ts';
import { useWaiting } from '../offline/waitingList.ts';
import classes from './ConnectionBar.module.css';

const WaitingChanges = lazyPart(
  async () => (await Promise.all([import('./WaitingChanges.tsx'), addTexts(['waiting'])]))[0],
);

export function ConnectionBar() {
  const isLost = useIsLost();
  const { length } = useWaiting();
  return isLost || length > 0 ? <Bar isLost={isLost} count={length} /> : null;
}

function Bar({ isLost, count }: { isLost: boolean; count: number }) {
  const { t } = useTranslation();
  const fromMs = useDataFrom();
  const [isOpen, setOpen] = useState(false);
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <>
      <div className={`${classes.bar} num`}>
        {isLost && (
          <span role="alert">
            <IconCloudOff {...icon} />
            {fromMs === null ? t('connection.lost') : t('connection.lostSince', { time: whenText(fromMs, Date.now()) })}
          </span>
        )}
        {count > 0 && (
          <button type="button" onClick={() => setOpen(true)}>
            <IconCloudUp {...icon} />
            {t('outbox.waiting', { count })}
          </button>
        )}
      </div>
      <Suspense>{isOpen && <WaitingChanges onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
