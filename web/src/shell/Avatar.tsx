// The user's picture, or the first letter of their e-mail address.
import type { UserInfo } from '@heliograph/contract/entities/user.ts';
import { useState } from 'react';
import { apiBase } from '../brand/portal.ts';
import classes from './AccountPanel.module.css';

interface Props {
  info: Pick<UserInfo, 'email' | 'headerImg'> | null;
  size?: number;
}

export function Avatar({ info, size = 32 }: Props) {
  /** Path of a picture that was removed or replaced in another browser since this one signed in. */
  const [missingPath, setMissingPath] = useState('');
  const style = { width: size, height: size, fontSize: Math.round(size * 0.44) };
  const path = info?.headerImg ?? '';
  if (path !== '' && path !== missingPath) {
    // Relative to the API base; the full address is for programs without one.
    const src = `${apiBase}/${path}`;
    return <img className={classes.face} style={style} src={src} alt="" onError={() => setMissingPath(path)} />;
  }
  return (
    <span className={classes.face} style={style} aria-hidden>
      {(info?.email ?? '?').charAt(0).toUpperCase()}
    </span>
  );
}
