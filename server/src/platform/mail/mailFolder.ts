// Mails that a demonstration stores instead of sending: one file each in its data folder, the newest 200.
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions, Transport } from 'nodemailer';
import type { Config } from '../../config.ts';
import { makeFolder } from '../files/makeFolder.ts';

/** Page of the stored mails. */
export const MAIL_PATH = '/dev/mail';
export const MAX_STORED_MAILS = 200;

export interface StoredMail {
  at: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Content as base64. */
  attachments: { name: string; type: string; content: string }[];
}

/** Whether mails are stored on this server instead of being sent. */
export const storesMail = ({ mail }: Pick<Config, 'mail'>): boolean => mail?.smtpUrl === null;

export const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'mails');

/** Milliseconds since 1970, so that names sort by time, and a random part. */
const FILE = /^\d{15}-[0-9a-f-]{36}\.json$/;

/** Transport for nodemailer that writes each mail into the folder. */
export function folderTransport(folder: string, now: () => Date): Transport {
  return {
    name: 'folder',
    version: '1',
    send({ data, message }, done) {
      storeMail(folder, data, now()).then(
        () => done(null, { envelope: message.getEnvelope(), messageId: message.messageId() }),
        (error: Error) => done(error),
      );
    },
  };
}

async function storeMail(folder: string, data: SendMailOptions, now: Date): Promise<void> {
  const mail: StoredMail = {
    at: new Date(data.date ?? now).toISOString(),
    to: String(data.to),
    subject: data.subject ?? '',
    text: String(data.text),
    html: String(data.html),
    attachments: (data.attachments ?? []).map(({ filename, contentType, content }) => ({
      name: String(filename),
      type: contentType ?? 'application/octet-stream',
      content: Buffer.from(content as Buffer).toString('base64'),
    })),
  };
  const name = `${String(now.getTime()).padStart(15, '0')}-${randomUUID()}.json`;
  makeFolder(folder, 0o700);
  const part = join(folder, `.${name}`);
  await writeFile(part, JSON.stringify(mail), { mode: 0o600 });
  await rename(part, join(folder, name));
  const old = (await fileNames(folder)).slice(MAX_STORED_MAILS);
  await Promise.all(old.map((file) => rm(join(folder, file), { force: true })));
}

/** Returns the names of the files, newest first. */
async function fileNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => FILE.test(name))
    .sort()
    .reverse();
}

/** Returns the stored mails, newest first. */
export async function storedMails(folder: string): Promise<(StoredMail & { id: string })[]> {
  const mails = await Promise.all(
    (await fileNames(folder)).map(async (name) => {
      const id = name.replace(/\.json$/, '');
      const mail = await storedMail(folder, id);
      return mail && { ...mail, id };
    }),
  );
  return mails.filter((mail) => mail !== undefined);
}

/** Returns a stored mail; undefined: there is none, or no longer. */
export async function storedMail(folder: string, id: string): Promise<StoredMail | undefined> {
  const name = `${id}.json`;
  if (!FILE.test(name)) return undefined;
  const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as StoredMail);
}
