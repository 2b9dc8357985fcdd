// Checks the certificate that browsers get at PUBLIC_URL, which the operator's proxy has: warns while it is not trusted, and two weeks before it expires.
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { publicCertificateDays } from '../metrics.ts';

/** Time after which the server counts as unreachable. */
const TIMEOUT_MS = 5_000;
const WARNING_DAYS = 14;
const DAY_MS = 86_400_000;

/** `refused`: the certificate is not valid. `unseen`: no TLS answer; in some networks a server cannot reach its own public address. */
export type CertificateStatus =
  | { state: 'trusted'; endsAt: Date }
  | { state: 'refused'; why: string }
  | { state: 'unseen'; why: string };

interface CheckOptions {
  /** Certificate authority used instead of those that browsers know, for tests. */
  ca?: Buffer | undefined;
  /** Aborts the check. */
  signal?: AbortSignal | undefined;
}

export async function checkCertificate(
  { hostname, port }: URL,
  { ca, signal }: CheckOptions = {},
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
    const end = (status: CertificateStatus) => {
      resolve(status);
      socket.destroy();
    };
    const noAnswer = () => end({ state: 'unseen', why: 'no answer' });
    // Also limits the DNS look-up, for which the system has no time limit.
    const timer = setTimeout(noAnswer, TIMEOUT_MS);
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

/** Returns a function that checks the certificate and logs changes since the last check. */
export function watchCertificate(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  ca?: Buffer,
): (context: Pick<Context, 'log' | 'clock'>, signal?: AbortSignal) => Promise<void> {
  const url = new URL(publicUrl);
  let logged = '';
  return async ({ log, clock }, signal) => {
    const status = await checkCertificate(url, { ca, signal });
    if (signal?.aborted) return;
    const days = status.state === 'trusted' ? (status.endsAt.getTime() - clock.now().getTime()) / DAY_MS : 0;
    if (status.state === 'unseen') publicCertificateDays.reset();
    else publicCertificateDays.set({ host: url.host }, days);
    const isEnding = status.state === 'trusted' && days < WARNING_DAYS;
    const state = isEnding ? 'ending' : status.state;
    if (state === logged) return;
    const details = { host: url.host, ...status };
    if (isEnding) log.warn(details, 'the certificate at PUBLIC_URL ends soon');
    else if (status.state === 'refused') log.warn(details, 'browsers refuse the certificate at PUBLIC_URL');
    else if (status.state === 'unseen') log.warn(details, 'the certificate at PUBLIC_URL could not be checked');
    else if (logged !== '') log.info(details, 'the certificate at PUBLIC_URL is trusted');
    logged = state;
  };
}
