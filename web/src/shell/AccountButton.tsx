// The avatar at the foot of the side menu.
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session.ts';
import { Avatar } from './Avatar.tsx';
import classes from './Sidebar.module.css';

interface Props extends ComponentPropsWithRef<'button'> {
  isOpen: boolean;
  /** The side menu is wide enough for the e-mail address. */
  withName: boolean;
}

export function AccountButton({ isOpen, withName, ...rest }: Props) {
  const { t } = useTranslation();
  const { info } = useSession();
  return (
    <button {...rest} type="button" className={classes.face} aria-expanded={isOpen}>
      <Avatar info={info} />
      <span className="visuallyHidden">{t('layout.account')}: </span>
      <span className={withName ? classes.email : 'visuallyHidden'}>{info?.email}</span>
    </button>
  );
}
