// QR code that opens this portal, which phones can install on their home screen. There is no app in a store yet.
import '../ui/panelStyles.ts';
import { Popover } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { brand } from '../brand/portal.ts';
import { QrCode } from '../components/QrCode.tsx';
import { useOpensFirst } from '../ui/openers.ts';
import classes from './FloatingPanel.module.css';
import { PhoneTrigger } from './FloatingPanel.tsx';

export default function PhoneCode() {
  const { t } = useTranslation();
  const { button, opened, setOpened } = useOpensFirst();
  return (
    <Popover opened={opened} onChange={setOpened} position="left-end" width={232} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <PhoneTrigger ref={button} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.phone}>
        <QrCode text={location.origin} label={t('layout.appCode')} />
        <span>{t('layout.appText', { brand: brand.name })}</span>
      </Popover.Dropdown>
    </Popover>
  );
}
