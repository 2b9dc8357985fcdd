// QR codes of the brand's app in the stores; without one, a code that opens this portal, which phones can install on their home screen.
import '../ui/panelStyles.ts';
import { Popover } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { type Brand, brand } from '../brand/portal.ts';
import { QrCode } from '../components/QrCode.tsx';
import { useOpensFirst } from '../ui/openers.ts';
import classes from './FloatingPanel.module.css';
import { PhoneTrigger } from './FloatingPanel.tsx';

/** The stores that have the app of the brand. */
const storesOf = ({ withApp, appStoreUrl, playStoreUrl }: Brand) =>
  [
    { store: 'App Store', phone: 'iPhone', url: appStoreUrl },
    { store: 'Google Play', phone: 'Android', url: playStoreUrl },
  ].filter(({ url }) => withApp && url !== '');

export default function PhoneCode() {
  const { t } = useTranslation();
  const stores = storesOf(brand);
  const { button, opened, setOpened } = useOpensFirst();
  return (
    <Popover opened={opened} onChange={setOpened} position="left-end" width={232} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <PhoneTrigger ref={button} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.phone}>
        {stores.length > 0 ? (
          <>
            {stores.map(({ store, phone, url }) => (
              <Fragment key={store}>
                <b>{phone}</b>
                <QrCode text={url} label={t('phone.code', { store })} />
                <a href={url} target="_blank" rel="noreferrer">
                  {store}
                </a>
              </Fragment>
            ))}
            <span>{t('phone.text', { brand: brand.name })}</span>
          </>
        ) : (
          <>
            <QrCode text={location.origin} label={t('layout.appCode')} />
            <span>{t('layout.appText', { brand: brand.name })}</span>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
