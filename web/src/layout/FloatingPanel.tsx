// Floats at the right edge: how to open the portal on a phone, the mail link, the way back to the top.
import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconArrowUp, IconDeviceMobile, IconMail } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../brand/portal.ts';
import { mailTo } from '../links.ts';
import { QrCode } from '../ui/QrCode.tsx';
import classes from './FloatingPanel.module.css';

const FAR_DOWN_PX = 400;

export function FloatingPanel() {
  const { t } = useTranslation();
  const [isFarDown, setFarDown] = useState(false);
  useEffect(() => {
    const look = () => setFarDown(window.scrollY > FAR_DOWN_PX);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  const mail = t('layout.mail', { mail: brand.supportMail });
  return (
    <aside className={classes.panel} aria-label={t('layout.sidePanel')} data-empty={!isFarDown || undefined}>
      {brand.withApp && <PhoneCode />}
      <Tooltip label={mail} position="left">
        <ActionIcon component="a" href={mailTo(brand.supportMail)} size={36} aria-label={mail} className={classes.mail}>
          <IconMail size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      {isFarDown && (
        <Tooltip label={t('layout.top')} position="left">
          <ActionIcon
            size={36}
            aria-label={t('layout.top')}
            onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
          >
            <IconArrowUp size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
    </aside>
  );
}

/** There is no app in a store yet: the code opens this portal, which phones keep on their home screen like one. */
function PhoneCode() {
  const { t } = useTranslation();
  return (
    <Popover position="left-end" width={232} withinPortal>
      <Popover.Target>
        <ActionIcon size={36} aria-label={t('layout.app')} title={t('layout.app')} className={classes.mail}>
          <IconDeviceMobile size={20} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.phone}>
        <QrCode text={location.origin} label={t('layout.appCode')} />
        <span>{t('layout.appText', { brand: brand.name })}</span>
      </Popover.Dropdown>
    </Popover>
  );
}
