// Shows that the portal is viewed as another role, with a button to return; the server refuses changes until then.
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../api/post.ts';
import { addTexts } from '../i18n/start.ts';
import { refreshMenus } from '../session/routeGuard.ts';
import type { Session } from '../session/session.ts';
import { useAnnounced } from '../ui/announcer.ts';
import classes from './ViewingBar.module.css';

export function ViewingBar({ viewing }: { viewing: NonNullable<Session['viewing']> }) {
  const { t } = useTranslation();
  const [hasTexts, setTexts] = useState(false);
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle');
  useEffect(() => {
    void addTexts(['roles']).then(() => setTexts(true));
  }, []);
  const goBack = async () => {
    setState('pending');
    try {
      await post('auth/role/viewAs', { role_id: 0 }, { changes: true });
      await refreshMenus();
    } catch {
      setState('failed');
    }
  };
  useAnnounced(hasTexts && state === 'failed' ? t('roles.viewing.failed') : '');
  if (!hasTexts) return <div className={classes.bar} />;
  return (
    <section className={classes.bar} aria-label={t('roles.viewAs')}>
      <IconEye size={18} stroke={1.75} aria-hidden />
      <span className={classes.text}>
        {state === 'failed' ? t('roles.viewing.failed') : t('roles.viewing.as', { name: viewing.name })}
      </span>
      <Button size="xs" variant="white" color="dark" loading={state === 'pending'} onClick={() => void goBack()}>
        {t('roles.viewing.back')}
      </Button>
    </section>
  );
}
