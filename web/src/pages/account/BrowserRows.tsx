// Browsers that show notifications: adds this one, tests and removes each.
import type { Response } from '@heliograph/contract/calls.ts';
import { clientName } from '@heliograph/contract/clientName.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { dateOf } from '../../format/times.ts';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { toastDone, toastFailed } from '../../ui/toast.tsx';
import classes from './AccountPage.module.css';
import { canShowNotices, ownEndpointHash, subscribe, unsubscribe } from './pushBrowser.ts';
import { Fact } from './SignInCard.tsx';

type Browser = Response<'account/push'>['list'][number];

export function BrowserRows() {
  const { t } = useTranslation();
  const push = useCall('account/push', {});
  const add = useChange('account/push/add', ['account/push']);
  const remove = useChange('account/push/remove', ['account/push']);
  const test = useChange('account/push/test', []);
  const [ownMark, setMark] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void ownEndpointHash().then(setMark, () => {});
  }, []);
  const { data } = push;
  const isAdded = data?.list.some((browser) => browser.mark === ownMark) ?? false;
  const fail = (error: unknown) => toastFailed(messageOf(error, t));
  const show = async (publicKey: string) => {
    setBusy(true);
    try {
      const subscription = await subscribe(publicKey);
      if (!subscription) return toastFailed(t('channels.noNotices'));
      await add.mutateAsync(subscription);
      setMark(await ownEndpointHash());
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  const end = async (browser: Browser) => {
    try {
      await remove.mutateAsync({ id: browser.id });
      if (browser.mark === ownMark) await unsubscribe();
    } catch (error) {
      fail(error);
    }
  };
  const textKey = data?.publicKey === null ? 'noKey' : canShowNotices() ? 'browserText' : 'cannot';
  return (
    <>
      <li className={`${classes.session} ${classes.wide}`}>
        <div className={classes.client}>
          <b>{t('channels.browsers')}</b>
          <div className="muted">{t(`channels.${textKey}`)}</div>
        </div>
        {data?.publicKey && canShowNotices() && !isAdded && (
          <div className={classes.end}>
            <Button variant="default" size="xs" loading={isBusy} onClick={() => void show(data.publicKey ?? '')}>
              {t('channels.show')}
            </Button>
          </div>
        )}
      </li>
      {data?.list.map((browser) => (
        <Row
          key={browser.id}
          browser={browser}
          isThis={browser.mark === ownMark}
          onTest={() =>
            test.mutate({ id: browser.id }, { onSuccess: () => toastDone(t('channels.testSent')), onError: fail })
          }
          onRemove={() => void end(browser)}
        />
      ))}
    </>
  );
}

interface RowProps {
  browser: Browser;
  /** True for the browser that shows this page. */
  isThis: boolean;
  onTest: () => void;
  onRemove: () => void;
}

function Row({ browser, isThis, onTest, onRemove }: RowProps) {
  const { t } = useTranslation();
  return (
    <li className={`${classes.session} ${classes.two}`}>
      <div className={classes.client}>
        <b>{clientName(browser.name) ?? t('account.unknownClient')}</b>
        {isThis && (
          <div>
            <StatusDot tone="ok">{t('channels.thisBrowser')}</StatusDot>
          </div>
        )}
      </div>
      <Fact label={t('security.added')}>
        <span className="num">{dateOf(browser.madeIso)}</span>
      </Fact>
      <div />
      <div className={`${classes.end} ${classes.buttons}`}>
        <Button variant="default" size="xs" onClick={onTest}>
          {t('channels.test')}
        </Button>
        <Button variant="default" size="xs" onClick={onRemove}>
          {t('security.remove')}
        </Button>
      </div>
    </li>
  );
}
