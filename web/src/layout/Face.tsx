// The user's picture, or the first letter of their e-mail address.
import type { UserInfo } from '@heliograph/contract/entities/user.ts';
import classes from './AccountPanel.module.css';

export function Face({ info, size = 32 }: { info: UserInfo | null; size?: number }) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.44) };
  if (info?.fullHeaderImg) return <img className={classes.face} style={style} src={info.fullHeaderImg} alt="" />;
  return (
    <span className={classes.face} style={style} aria-hidden>
      {(info?.email ?? '?').charAt(0).toUpperCase()}
    </span>
  );
}
