// Confirms the sign-in over the page that opens then: it intercepts no clicks and disappears by itself.
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { consumeSignedIn } from '../session/afterSignIn.ts';
import { useAnnounced } from '../ui/announcer.ts';
import classes from './SignedInNotice.module.css';

/** The same time as a success message. */
const SHOWN_MS = 4000;

export default function SignedInNotice() {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!consumeSignedIn()) return;
    setShown(true);
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  useAnnounced(isShown ? t('saved.signedIn') : '');
  if (!isShown) return null;
  return (
    <aside className={classes.note} aria-label={t('saved.signedIn')}>
      <p>
        <IconCheck size={18} stroke={1.75} aria-hidden />
        {t('saved.signedIn')}
      </p>
    </aside>
  );
}
