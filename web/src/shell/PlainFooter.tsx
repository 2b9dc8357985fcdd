// The operator of the portal and the privacy policy; uses a plain link where there is no router yet.
import { PATHS } from '@heliograph/contract/pages.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../brand/portal.ts';
import classes from './Footer.module.css';

export interface FooterProps {
  className?: string;
  /** Shown first: the language choice on the sign-in page. */
  children?: ReactNode;
  policyLink?: (text: string) => ReactNode;
}

const plainLink = (text: string) => <a href={PATHS.PrivacyPolicy}>{text}</a>;

export function PlainFooter({ className = '', children, policyLink = plainLink }: FooterProps) {
  const { t } = useTranslation();
  return (
    <footer className={`${classes.footer} ${className}`}>
      {children}
      <span>
        {t('layout.poweredBy')}{' '}
        <a href={brand.companyUrl} target="_blank" rel="noreferrer">
          {brand.companyName}
        </a>
      </span>
      {policyLink(t('layout.privacyPolicy'))}
      <span>{brand.copyright}</span>
    </footer>
  );
}
