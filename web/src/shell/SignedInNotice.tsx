// Says that one has signed in, over the page that opens then: it takes no press away from it and is gone by itself.
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { consumeSignedIn } from '../session/afterSignIn.ts';
import classes from './SignedInNotice.module.css';

/** As long as a message of what was done. */
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
  // There before its words are, so that they are read out.
  return (
    <div className={classes.note} aria-live="polite">
      {isShown && (
        <p>
          <IconCheck size={18} stroke={1.75} aria-hidden />
          {t('saved.signedIn')}
        </p>
      )}
    </div>
  );
}
