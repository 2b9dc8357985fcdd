// Reads what an archive contains about the account itself; no passwords, keys or tokens.
import { LANGUAGES } from '@heliograph/contract/envelope.ts';
import type { Sql } from '../../platform/database/connect.ts';
import type { Description } from './description.ts';

export type Put = (file: string, content: string | Uint8Array) => Promise<void>;
type Account = Description['account'];

const ENDINGS: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };

export async function readAccount(sql: Sql, userId: number, put: Put): Promise<Account> {
  const [row] = await sql<(Pick<Account, Own> & StoredUser)[]>`
    select email, name, phone, country_code, state_code, city, street, business_name, temperature_unit, lan, created_at
    from users where id = ${userId}`;
  const { temperatureUnit, lan, createdAt, ...user } = row!;
  const consents = await sql<{ version: string; agreedAt: Date }[]>`
    select version, agreed_at from consents where user_id = ${userId} order by agreed_at`;
  const views = await sql<Account['views']>`
    select list, columns, views from list_views where user_id = ${userId} order by list`;
  return {
    ...user,
    units: temperatureUnit === '' ? null : temperatureUnit,
    language: LANGUAGES.find((known) => known.lan === lan)?.code ?? null,
    createdAt: createdAt.toISOString(),
    agreedTo: consents.map(({ version, agreedAt }) => ({ version, agreedAt: agreedAt.toISOString() })),
    picture: await readPicture(sql, userId, put),
    views: [...views],
    ...(await readSignIns(sql, userId)),
    ...(await readChannels(sql, userId)),
  };
}

type Own = 'email' | 'name' | 'phone' | 'countryCode' | 'stateCode' | 'city' | 'street' | 'businessName';
interface StoredUser {
  temperatureUnit: '' | 'Celsius' | 'Fahrenheit';
  lan: number | null;
  createdAt: Date;
}

async function readPicture(sql: Sql, userId: number, put: Put): Promise<string | null> {
  const [picture] = await sql<{ type: string; bytes: Buffer }[]>`
    select type, bytes from user_pictures where user_id = ${userId}`;
  if (!picture) return null;
  const file = `picture.${ENDINGS[picture.type] ?? 'bin'}`;
  await put(file, picture.bytes);
  return file;
}

async function readSignIns(sql: Sql, userId: number) {
  const companies = await sql<{ name: string; role: string; since: Date }[]>`
    select c.name, r.name as role, m.created_at as since from memberships m
      join companies c on c.id = m.company_id join roles r on r.id = m.role_id
    where m.user_id = ${userId} order by m.created_at, c.id`;
  const sessions = await sql<
    { client: string; address: string; from: Date; lastUsed: Date; token: string; scope: string }[]
  >`
    select client, address, created_at as from, last_used_at as last_used, coalesce(api_name, '') as token, coalesce(api_scope, '') as scope
    from sessions where user_id = ${userId} order by id`;
  const networks = await sql<{ address: string; lastUsed: Date }[]>`
    select network as address, used_at as last_used from sign_in_networks where user_id = ${userId} order by used_at, network`;
  const programs = await sql<{ name: string; lastUsed: Date }[]>`
    select device as name, used_at as last_used from sign_in_devices where user_id = ${userId} order by used_at, device`;
  const passkeys = await sql<{ name: string; madeAt: Date; lastUsed: Date | null }[]>`
    select name, made_at, last_used_at as last_used from passkeys where user_id = ${userId} order by made_at, id`;
  const factors = await sql`select from second_factors where user_id = ${userId} and confirmed_at is not null`;
  const byCompany = await sql<{ company: string; issuer: string; lastUsed: Date }[]>`
    select c.name as company, i.issuer, i.last_used_at as last_used from company_identities i join companies c on c.id = i.company_id
    where i.user_id = ${userId} order by i.linked_at`;
  return inText({
    companies: [...companies],
    sessions: [...sessions],
    networks: [...networks],
    programs: [...programs],
    passkeys: [...passkeys],
    hasSecondFactor: factors.length > 0,
    signInsByCompany: [...byCompany],
  });
}

async function readChannels(sql: Sql, userId: number) {
  const channels = await sql<
    { kind: string; name: string; url: string; events: string[]; plants: string[]; madeAt: Date }[]
  >`
    select kind, name, url, events, coalesce(about_sids, '{}') as plants, made_at from channels
    where user_id = ${userId} order by made_at, id`;
  const passwords = await sql<{ sn: string; purpose: string; madeAt: Date; validUntil: Date }[]>`
    select about_sn as sn, purpose, made_at, valid_until from bdm_passwords where user_id = ${userId} order by made_at, id`;
  const requests = await sql<
    { sn: string; message: string; askedAt: Date; expiresAt: Date; acceptedAt: Date | null }[]
  >`
    select sn, message, asked_at, expires_at, accepted_at from join_requests where user_id = ${userId} order by asked_at, sn`;
  return inText({
    // The rest of the address is as secret as a password.
    channels: channels.map(({ url, ...channel }) => ({ ...channel, host: URL.parse(url)?.host ?? '' })),
    devicePasswords: [...passwords],
    joinRequests: [...requests],
  });
}

type InText<T> = T extends Date
  ? string
  : T extends readonly (infer E)[]
    ? InText<E>[]
    : T extends object
      ? { [K in keyof T]: InText<T[K]> }
      : T;

/** As written: instants as texts. */
const inText = <T>(value: T): InText<T> => JSON.parse(JSON.stringify(value)) as InText<T>;
