// Who runs the portal, and the privacy policy; where there is no router yet, a browser follows its link.
import { PATHS } from '@heliograph/contract/pages.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../brand/portal.ts';
import classes from './Footer.module.css';

export interface FooterProps {
  className?: string;
  /** Come first: the language on the sign-in page. */
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
