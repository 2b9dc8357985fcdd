// Notice that a password alone is not enough to control devices, with a link to the set-up of codes and passkeys.
import { Link } from '@tanstack/react-router';
import { links } from '../links.ts';
import { Notice } from '../ui/Notice.tsx';

/** `text`: the action that is not possible; `way`: the text of the link. */
export function NeedsFactor({ text, way }: { text: string; way: string }) {
  return (
    <Notice kind="info">
      {text}{' '}
      <Link style={{ textDecoration: 'underline' }} {...links.account()}>
        {way}
      </Link>
    </Notice>
  );
}
