// The panel of the avatar: user, language, appearance, profile, unsubscribe, change password, and sign out, far from unsubscribe.
import { IconFileExport, IconHelpCircle, IconKey, IconLogout, IconUserCircle, IconUserOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../api/loading.ts';
import { addTexts } from '../i18n/start.ts';
import { links } from '../links.ts';
import { useWaiting } from '../offline/waitingList.ts';
import { usePermission, useSession } from '../session/session.ts';
import { signOut } from '../session/signOut.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import classes from './AccountPanel.module.css';
import { AppearanceChoice } from './AppearanceChoice.tsx';
import { Avatar } from './Avatar.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';

const AccountPlaces = lazyPart(
  async () => (await Promise.all([import('./AccountPlaces.tsx'), addTexts(['places'])]))[0],
);

export function AccountPanel({ onChangePassword, close }: { onChangePassword: () => void; close: () => void }) {
  const { t } = useTranslation();
  const { info } = useSession();
  const waiting = useWaiting().length;
  const [isAsking, setAsking] = useState(false);
  // The same condition as in the calls of files.
  const mayExport = [usePermission('PvPlant'), usePermission('Devices')].includes(true);
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <div className={classes.panel}>
      <div className={classes.who}>
        <Avatar info={info} size={40} />
        <div className={classes.whoText}>
          <div className={classes.email}>{info?.email}</div>
          <div className={classes.group}>{info?.groupName}</div>
        </div>
      </div>
      <div className={classes.choices}>
        <LanguageChoice label={t('common.language')} isInPanel />
        <AppearanceChoice label={t('layout.appearance')} />
      </div>
      <div className={classes.actions}>
        <Link {...links.account()} className={classes.action} onClick={close}>
          <IconUserCircle {...icon} />
          {t('layout.profile')}
        </Link>
        <Link {...links.guide()} className={classes.action} onClick={close}>
          <IconHelpCircle {...icon} />
          {t('layout.guide')}
        </Link>
        <Link {...links.unsubscribe()} className={classes.action} onClick={close}>
          <IconUserOff {...icon} />
          {t('layout.unsubscribe')}
        </Link>
        {mayExport && (
          <Link {...links.account()} hash="files" className={classes.action} onClick={close}>
            <IconFileExport {...icon} />
            {t('layout.files')}
          </Link>
        )}
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            close();
            onChangePassword();
          }}
        >
          <IconKey {...icon} />
          {t('layout.changePassword')}
        </button>
        <Suspense>
          <AccountPlaces />
        </Suspense>
        <button
          type="button"
          className={classes.action}
          onClick={() => (waiting > 0 ? setAsking(true) : void signOut())}
        >
          <IconLogout {...icon} />
          {t('layout.signOut')}
        </button>
        <ConfirmDialog
          opened={isAsking}
          onClose={() => setAsking(false)}
          onConfirm={() => void signOut()}
          title={t('outbox.signOutTitle')}
          text={t('outbox.signOutText', { count: waiting })}
          confirmLabel={t('layout.signOut')}
        />
      </div>
    </div>
  );
}
