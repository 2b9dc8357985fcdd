// Bar at the top of every page while there is no connection, with the time of the shown data, while changes wait for one, and until the passwords of devices that waited have been shown.
import { IconCloudOff, IconCloudUp, IconKey } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataFrom, useIsLost } from '../api/connection.ts';
import { lazyPart } from '../api/loading.ts';
import { whenText } from '../format/times.ts';
import { addTexts } from '../i18n/start.ts';
import { useIssued } from '../offline/issuedPasswords.ts';
import { useWaiting } from '../offline/waitingList.ts';
import classes from './ConnectionBar.module.css';

const WaitingChanges = lazyPart(
  async () => (await Promise.all([import('./WaitingChanges.tsx'), addTexts(['waiting'])]))[0],
);
const IssuedPasswords = lazyPart(
  async () => (await Promise.all([import('./IssuedPasswords.tsx'), addTexts(['devices'])]))[0],
);

export function ConnectionBar() {
  const isLost = useIsLost();
  const { length } = useWaiting();
  const passwords = useIssued().reduce((sum, { credentials }) => sum + credentials.length, 0);
  if (!isLost && length === 0 && passwords === 0) return null;
  return <Bar isLost={isLost} count={length} passwords={passwords} />;
}

function Bar({ isLost, count, passwords }: { isLost: boolean; count: number; passwords: number }) {
  const { t } = useTranslation();
  const fromMs = useDataFrom();
  const [opened, setOpened] = useState<'waiting' | 'passwords' | null>(null);
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
          <button type="button" onClick={() => setOpened('waiting')}>
            <IconCloudUp {...icon} />
            {t('outbox.waiting', { count })}
          </button>
        )}
        {passwords > 0 && (
          <button type="button" onClick={() => setOpened('passwords')}>
            <IconKey {...icon} />
            {t('outbox.passwords', { count: passwords })}
          </button>
        )}
      </div>
      <Suspense>
        {opened === 'waiting' && <WaitingChanges onClose={() => setOpened(null)} />}
        {opened === 'passwords' && <IssuedPasswords onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  );
}
