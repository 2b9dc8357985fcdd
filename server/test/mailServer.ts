// Real SMTP server on this machine for tests: accepted mails, refusals, and simulated outages.

import { SMTPServer } from 'smtp-server';
import { type ParsedMail, readMail } from './readMail.ts';

type Refusal = number | `${number} ${string}` | undefined;

export interface MailServer {
  /** Value of the setting SMTP_URL; the port stays the same after an outage. */
  url: string;
  taken: ParsedMail[];
  /** Returns the refusal code of a sender, recipient or mail, with an enhanced one as in "550 5.7.1"; undefined: accepted. */
  refuse: {
    sender?: () => Refusal;
    recipient?: (address: string) => Refusal;
    mail?: () => Refusal;
  };
  away(): Promise<void>;
  back(): Promise<void>;
  /** Called when a mail has been received, before it is acknowledged. */
  onTaken: () => Promise<void> | void;
}

/** Starts a server that ends with the running test, else with its file. */
export async function mailServer(): Promise<MailServer> {
  const mail = await openMailServer();
  const { afterAll, onTestFinished } = await import('vitest');
  try {
    onTestFinished(mail.close);
  } catch {
    afterAll(mail.close);
  }
  return mail;
}

export async function openMailServer(): Promise<MailServer & { close: () => Promise<void> }> {
  const state: MailServer = {
    url: '',
    taken: [],
    refuse: {},
    onTaken: () => {},
    away: async () => {},
    back: async () => {},
  };
  const fail = (code: NonNullable<Refusal>) => {
    const [responseCode, enhanced = ''] = String(code).split(' ');
    return Object.assign(new Error(`${enhanced} no`.trim()), { responseCode: Number(responseCode) });
  };
  const open = (port: number) =>
    new Promise<SMTPServer>((resolve, reject) => {
      const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS', 'AUTH'],
        onMailFrom(_address, _session, done) {
          const code = state.refuse.sender?.();
          done(code ? fail(code) : undefined);
        },
        onRcptTo({ address }, _session, done) {
          const code = state.refuse.recipient?.(address);
          done(code ? fail(code) : undefined);
        },
        onData(stream, session, done) {
          const pieces: Buffer[] = [];
          stream.on('data', (piece: Buffer) => pieces.push(piece));
          stream.on('end', async () => {
            const code = state.refuse.mail?.();
            if (code) return done(fail(code));
            const to = session.envelope.rcptTo.map(({ address }) => address);
            state.taken.push(readMail(Buffer.concat(pieces).toString('latin1'), to));
            await state.onTaken();
            done();
          });
        },
      });
      server.on('error', reject);
      server.listen(port, '127.0.0.1', () => resolve(server));
    });
  let server = await open(0);
  const { port } = server.server.address() as { port: number };
  state.url = `smtp://127.0.0.1:${port}`;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  let isAway = false;
  state.away = async () => {
    await close();
    isAway = true;
  };
  state.back = async () => {
    server = await open(port);
    isAway = false;
  };
  return Object.assign(state, { close: async () => void (isAway || (await close())) });
}
