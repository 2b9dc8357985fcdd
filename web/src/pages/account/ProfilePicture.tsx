// Profile picture, with buttons to replace and remove it.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button, FileButton, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useChange } from '../../api/useCall.ts';
import { storeProfile } from '../../session/session.ts';
import { Avatar } from '../../shell/Avatar.tsx';
import classes from './AccountPage.module.css';
import { cropToSquare } from './square.ts';

export function ProfilePicture({ profile }: { profile: Response<'account/info'> }) {
  const { t } = useTranslation();
  const upload = useChange('account/picture', ['account/info']);
  const remove = useChange('account/removePicture', ['account/info']);
  const [isReading, setReading] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const { email, headerImg, fullHeaderImg } = profile;
  // The menu shows avatar and address as of sign-in; this updates them.
  useEffect(() => storeProfile({ email, headerImg, fullHeaderImg }), [email, headerImg, fullHeaderImg]);

  const choose = async (file: File | null) => {
    if (!file) return;
    upload.reset();
    remove.reset();
    setUnreadable(false);
    setReading(true);
    const picture = await cropToSquare(file).catch(() => null);
    setReading(false);
    if (picture) upload.mutate({ picture });
    else setUnreadable(true);
  };
  const error = upload.error ?? remove.error;
  const failure = isUnreadable ? t('account.pictureUnreadable') : error && messageOf(error, t);
  return (
    <div className={classes.picture}>
      <Avatar info={profile} size={64} />
      <div>
        <Group gap="xs">
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} variant="default" size="xs" loading={isReading || upload.isPending}>
                {t('account.choosePicture')}
              </Button>
            )}
          </FileButton>
          {headerImg !== '' && (
            <Button
              variant="default"
              size="xs"
              loading={remove.isPending}
              onClick={() => {
                upload.reset();
                remove.mutate({});
              }}
            >
              {t('account.removePicture')}
            </Button>
          )}
        </Group>
        {failure && (
          <div role="alert" className={classes.failure}>
            {failure}
          </div>
        )}
      </div>
    </div>
  );
}
