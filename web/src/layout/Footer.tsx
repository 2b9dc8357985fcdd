// Who runs the portal, and the privacy policy.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../brand/portal.ts';
import { links } from '../links.ts';
import classes from './Footer.module.css';

/** `children` come first: the language on the sign-in page. */
export function Footer({ className = '', children }: { className?: string; children?: ReactNode }) {
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
      <Link {...links.privacyPolicy()}>{t('layout.privacyPolicy')}</Link>
      <span>{brand.copyright}</span>
    </footer>
  );
}
