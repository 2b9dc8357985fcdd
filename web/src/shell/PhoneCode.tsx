// QR codes and links of the app for iPhone and Android: the brand's app in the store, else the page that installs the portal as an app.
import '../ui/panelStyles.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { Popover } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../brand/portal.ts';
import { QrCode } from '../components/QrCode.tsx';
import { useOpensFirst } from '../ui/openers.ts';
import classes from './FloatingPanel.module.css';
import { PhoneTrigger } from './FloatingPanel.tsx';

export default function PhoneCode() {
  const { t } = useTranslation();
  const { button, opened, setOpened } = useOpensFirst();
  const phones = [
    { phone: 'iPhone', store: 'App Store', storeUrl: brand.appStoreUrl },
    { phone: 'Android', store: 'Google Play', storeUrl: brand.playStoreUrl },
  ];
  return (
    <Popover opened={opened} onChange={setOpened} position="left-end" width={232} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <PhoneTrigger ref={button} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.phone}>
        {phones.map(({ phone, store, storeUrl }) => (
          <Fragment key={phone}>
            <b>{phone}</b>
            <QrCode
              text={storeUrl || location.origin + PATHS.Install}
              label={t('phone.code', { store: storeUrl ? store : phone })}
            />
            <a href={storeUrl || PATHS.Install} target="_blank" rel="noreferrer">
              {storeUrl ? store : t('phone.install', { phone })}
            </a>
          </Fragment>
        ))}
        <span>{t('phone.text', { brand: brand.name })}</span>
      </Popover.Dropdown>
    </Popover>
  );
}
