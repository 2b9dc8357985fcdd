// Link in the head of a page or card to the section of the guide that explains it.
import { IconHelpCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { links } from '../../links.ts';
import classes from '../parts.module.css';
import type { GuideSection } from './sections.ts';

export function WhatIsThis({ section }: { section: GuideSection }) {
  const { t } = useTranslation();
  return (
    <Link {...links.guide(section)} className={classes.whatIsThis}>
      <IconHelpCircle size={18} stroke={1.75} aria-hidden />
      <span>{t('action.whatIsThis')}</span>
    </Link>
  );
}
