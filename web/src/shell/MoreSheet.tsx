// The sheet under "More" on phones: the other pages, the account, the mail link. Loaded when it is first opened.
import '../ui/panelStyles.ts';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../brand/portal.ts';
import { mailTo } from '../links.ts';
import { useFocusReturn } from '../ui/openers.ts';
import { useOverlay } from '../ui/overlays.ts';
import { AccountPanel } from './AccountPanel.tsx';
import classes from './BottomBar.module.css';

interface Props {
  isOpen: boolean;
  close: () => void;
  onChangePassword: () => void;
  /** The other pages. */
  children: ReactNode;
}

export default function MoreSheet({ isOpen, close, onChangePassword, children }: Props) {
  const { t } = useTranslation();
  const body = useFocusReturn(isOpen);
  useOverlay(isOpen, close);
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      position="bottom"
      size="auto"
      returnFocus={false}
      padding={0}
      classNames={{ content: classes.sheet }}
      title={<span className={classes.sheetTitle}>{brand.name}</span>}
      closeButtonProps={{ 'aria-label': t('common.close'), mr: 8 }}
    >
      <div ref={body}>{children}</div>
      <AccountPanel onChangePassword={onChangePassword} close={close} />
      <a className={classes.mail} href={mailTo(brand.supportMail)}>
        {t('layout.mail', { mail: brand.supportMail })}
      </a>
    </Drawer>
  );
}
