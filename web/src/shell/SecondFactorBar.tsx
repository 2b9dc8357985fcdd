// Shows until when the role or company accepts a password alone, and links to the set-up of a second factor; can be dismissed until the next visit.
import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateOf } from '../format/times.ts';
import { addTexts } from '../i18n/start.ts';
import { links } from '../links.ts';
import classes from './ViewingBar.module.css';

/** Returns the days left, at least 1; a day that has begun counts as one. */
const daysLeft = (byIso: string): number => Math.max(1, Math.ceil((Date.parse(byIso) - Date.now()) / 86_400_000));

export function SecondFactorBar({ byIso }: { byIso: string }) {
  const { t } = useTranslation();
  const [hasTexts, setTexts] = useState(false);
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => {
    void addTexts(['secondStep']).then(() => setTexts(true));
  }, []);
  if (isDismissed) return null;
  if (!hasTexts) return <div className={classes.bar} />;
  const dismiss = () => setDismissed(true);
  return (
    <section className={classes.bar} aria-label={t('secondStep.asked.title')}>
      <IconShieldLock size={18} stroke={1.75} aria-hidden />
      <span className={classes.text}>{t('secondStep.asked.by', { day: dateOf(byIso), count: daysLeft(byIso) })}</span>
      <Button
        size="xs"
        variant="white"
        color="dark"
        renderRoot={(props) => <Link {...links.account()} {...props} />}
        onClick={dismiss}
      >
        {t('secondStep.asked.setUp')}
      </Button>
      <Button size="xs" variant="transparent" c="var(--page)" onClick={dismiss}>
        {t('secondStep.asked.later')}
      </Button>
    </section>
  );
}
