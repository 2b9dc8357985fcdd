// Says that a password alone does not control devices, with the way to where codes and passkeys are set up.
import { Link } from '@tanstack/react-router';
import { links } from '../links.ts';
import { Notice } from '../ui/Notice.tsx';

/** `text`: what cannot be done here; `way`: what the link says. */
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
