// QR code for phones, mail link and back-to-top button: placed in the footer's row, so that it neither covers the page nor
// takes a strip of it.
import { ActionIcon } from '@mantine/core';
import { IconArrowUp, IconDeviceMobile, IconMail } from '@tabler/icons-react';
import { type ComponentPropsWithRef, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../api/loading.ts';
import { brand } from '../brand/portal.ts';
import { mailTo } from '../links.ts';
import classes from './FloatingPanel.module.css';

const FAR_DOWN_PX = 400;

const loadPhoneCode = () => import('./PhoneCode.tsx');
const PhoneCode = lazyPart(loadPhoneCode);

export function FloatingPanel() {
  const { t } = useTranslation();
  const [isFarDown, setFarDown] = useState(false);
  const [isCodeRequested, setCodeRequested] = useState(false);
  useEffect(() => {
    // No initial read, which would force a layout before the page is complete; a restored scroll position also fires the event.
    const update = () => setFarDown(window.scrollY > FAR_DOWN_PX);
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  const mail = t('layout.mail', { mail: brand.supportMail });
  const trigger = <PhoneTrigger onClick={() => setCodeRequested(true)} onPointerEnter={() => preload(loadPhoneCode)} />;
  return (
    <aside className={classes.panel} aria-label={t('layout.sidePanel')}>
      {brand.withApp && <Suspense fallback={trigger}>{isCodeRequested ? <PhoneCode /> : trigger}</Suspense>}
      <ActionIcon
        component="a"
        href={mailTo(brand.supportMail)}
        size={32}
        aria-label={mail}
        title={mail}
        className={classes.inSheet}
      >
        <IconMail size={20} stroke={1.75} />
      </ActionIcon>
      {isFarDown && (
        <ActionIcon
          size={32}
          aria-label={t('layout.top')}
          title={t('layout.top')}
          onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
        >
          <IconArrowUp size={20} stroke={1.75} />
        </ActionIcon>
      )}
    </aside>
  );
}

export function PhoneTrigger({ color: _, ...rest }: ComponentPropsWithRef<'button'>) {
  const { t } = useTranslation();
  return (
    <ActionIcon size={32} aria-label={t('layout.app')} title={t('layout.app')} {...rest} className={classes.inSheet}>
      <IconDeviceMobile size={20} stroke={1.75} />
    </ActionIcon>
  );
}
