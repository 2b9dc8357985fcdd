// Looks at the certificate that browsers are shown at PUBLIC_URL, which the operator's proxy holds: told while it is not trusted, and two weeks before it ends.
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { publicCertificateDays } from '../metrics.ts';

/** Not answered by then: nobody is there. */
const WAIT_MS = 5_000;
const TELL_BEFORE_DAYS = 14;
const DAY_MS = 86_400_000;

/** `refused`: whoever checks it refuses it. `unseen`: nobody answered by TLS; from within some networks the own public address is out of reach. */
export type CertificateStatus =
  | { state: 'trusted'; endsAt: Date }
  | { state: 'refused'; why: string }
  | { state: 'unseen'; why: string };

interface Looking {
  /** An authority besides those that browsers know; tests have their own. */
  ca?: Buffer | undefined;
  /** Nobody wants to know any more. */
  signal?: AbortSignal | undefined;
}

export async function checkCertificate(
  { hostname, port }: URL,
  { ca, signal }: Looking = {},
): Promise<CertificateStatus> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return await new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(ca ? { ca } : {}),
      minVersion: 'TLSv1.2',
    });
    const end = (look: CertificateStatus) => {
      resolve(look);
      socket.destroy();
    };
    const noAnswer = () => end({ state: 'unseen', why: 'no answer' });
    // Of the look-up of its name, too, which the system does not end.
    const timer = setTimeout(noAnswer, WAIT_MS);
    signal?.addEventListener('abort', noAnswer, { once: true });
    socket.once('close', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', noAnswer);
    });
    socket.once('secureConnect', () =>
      end({ state: 'trusted', endsAt: new Date(socket.getPeerCertificate().valid_to) }),
    );
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const why = error.code ?? error.message;
      end({ state: socket.authorizationError ? 'refused' : 'unseen', why });
    });
  });
}

/** Looks again and again, and says in the log what has changed since the last time. */
export function watchCertificate(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  ca?: Buffer,
): (context: Pick<Context, 'log' | 'clock'>, signal?: AbortSignal) => Promise<void> {
  const url = new URL(publicUrl);
  let told = '';
  return async ({ log, clock }, signal) => {
    const look = await checkCertificate(url, { ca, signal });
    if (signal?.aborted) return;
    const days = look.state === 'trusted' ? (look.endsAt.getTime() - clock.now().getTime()) / DAY_MS : 0;
    if (look.state === 'unseen') publicCertificateDays.reset();
    else publicCertificateDays.set({ host: url.host }, days);
    const isEnding = look.state === 'trusted' && days < TELL_BEFORE_DAYS;
    const now = isEnding ? 'ending' : look.state;
    if (now === told) return;
    const about = { host: url.host, ...look };
    if (isEnding) log.warn(about, 'the certificate at PUBLIC_URL ends soon');
    else if (look.state === 'refused') log.warn(about, 'browsers refuse the certificate at PUBLIC_URL');
    else if (look.state === 'unseen') log.warn(about, 'the certificate at PUBLIC_URL could not be looked at');
    else if (told !== '') log.info(about, 'the certificate at PUBLIC_URL is trusted');
    told = now;
  };
}
