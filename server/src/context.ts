// What the server's parts get instead of globals: database, settings, clock, log; built once, replaced in tests.
import type { ApiScope } from '@heliograph/contract/entities/signIn.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { ClearDayMemory } from './energy/expected/clearDays.ts';
import type { DeviceStates } from './ingest/deviceStateCache.ts';
import type { Nudges } from './ingest/notifySites.ts';
import type { Registry } from './ingest/serialRegistry.ts';
import type { Sql, Transaction } from './platform/database/connect.ts';
import type { DatabaseHealth } from './platform/database/databaseHealth.ts';
import type { LeasedSlots } from './platform/limits/leasedSlots.ts';
import type { PerUserReadLimit } from './platform/limits/perUserReadLimit.ts';
import type { SessionBudget } from './platform/limits/sessionBudget.ts';
import type { Forecasts } from './weather/forecasts.ts';

/** Instants come from here and nowhere else, so that tests decide what time it is. */
export interface Clock {
  now(): Date;
  /** How far this machine's clock is ahead of what `now` says, ms; absent: they are the same. */
  aheadMs?(): number;
}

/** What a process keeps beside its database (services.ts). */
export interface Parts {
  /** Why nothing can be written now. */
  trouble: DatabaseHealth;
  /** Where a serial number belongs. */
  registry: Registry;
  /** What a device's next report continues from. */
  deviceStates: DeviceStates;
  /** Tells open pages that a site has something new. */
  nudges: Nudges;
  /** Files under way: each reads again and again from the connections of all. */
  downloads: LeasedSlots;
  /** Devices that fetch firmware now. */
  firmwareDownloads: LeasedSlots;
  /** Documents whose text is being read. */
  documentReads: LeasedSlots;
  forecasts: Forecasts;
  /** Reads that hold a connection now, by user. */
  perUserReads: PerUserReadLimit;
  /** How often sessions have asked. */
  sessionBudget: SessionBudget;
  /** What clear days showed of plants that were looked at. */
  clearDays: ClearDayMemory;
  /** TXT records of a domain in DNS; none where nobody answers. */
  textsOfDomain(domain: string): Promise<string[]>;
  /**
   * A pool of its own for tries that are counted while a call holds a connection of `sql`, and stay counted when the
   * call is refused: waiting there for another connection of `sql` could wait for ever.
   */
  counting: Sql;
}

export interface Context extends Parts {
  sql: Sql;
  config: Config;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** Who is asking. Loaded once per token and dropped when the session ends or its rights change. */
export interface Session {
  id: number;
  userId: number;
  email: string;
  companyId: number;
  roleId: number;
  roleCode: string;
  scope: 'all' | 'branch' | 'own';
  /** The companies of the branch: those of the session's company and below; empty for scope `own`. */
  companyIds: number[];
  permissions: ReadonlySet<Permission>;
  /** The role as which it looks at the portal: what that role does not have is not in `permissions`, and nothing is changed. */
  viewing: number | null;
  expiresAt: Date;
  /** It was opened with more than a password: a code, or a passkey. */
  hasSecondFactor: boolean;
  /** By when its role or company wants it to be; null: no, or it is. */
  secondFactorBy: Date | null;
  /** That time is over: it sets one up and does nothing else. */
  owesSecondFactor: boolean;
  /** Of a program: the token that somebody named, and what it may; null: a person's. */
  api: { name: string; scope: ApiScope } | null;
}

/** What a handler notes about its change; http/runHandler.ts adds who, when, from where and the call, and writes the line. */
export interface AuditDetails {
  /** What was changed; the plant that the call names, else the caller's account, unless said. */
  object?: string;
  /** Never a password, a token or a secret. */
  before?: object;
  after?: object;
  /** Who did it, where there is no session yet. */
  userId?: number;
}

/** What stands in the browser that asks, for the calls of a company's sign-in alone: no page reads it. */
export interface BrowserCookie {
  /** '' for none. */
  read(): string;
  write(mark: string): void;
}

/** What a call gets besides its request. */
export interface CallContext {
  context: Context;
  /** A transaction that sees only the sites of the session (row-level security); read only unless the call changes something. */
  sql: Transaction;
  session: Session;
  language: LanguageCode;
  /** When the call came in. */
  at: Date;
  /** Remote address and what the client calls itself, for limits, sessions and the audit log. */
  address: string;
  client: string;
  browser: BrowserCookie;
  /** The token the call came with, to end its own session. */
  token: string;
  /** Completes the audit line of a change; each change that succeeds leaves one. At sign-in it says in the log whom it is about. */
  noteAudit(note: AuditDetails): void;
}

/** A call with its own transactions holds a connection within them alone: it ends them before it waits for anything else. */
export interface ManualReadContext extends Omit<CallContext, 'sql'> {
  /** A read-only transaction as `sql` of other calls; refuses when the session has ended meanwhile. */
  read<T>(work: (sql: Transaction) => Promise<T>): Promise<T>;
}

export interface ManualWriteContext extends ManualReadContext {
  /** A part of the change that stands whatever becomes of the rest: after it the call cannot be begun again with its key. */
  change<T>(work: (sql: Transaction) => Promise<T>): Promise<T>;
  /** The last part, whose result is the call's answer: kept with its key in the same transaction. */
  finish<T>(work: (sql: Transaction) => Promise<T>): Promise<T>;
}

/** A public call has no session; one that changes nothing has no transaction around it. */
export type PublicCaller = Omit<CallContext, 'session' | 'sql'> & { sql: Sql };
export type PublicChanger = Omit<CallContext, 'session'>;
export type PublicManualWriteContext = Omit<ManualWriteContext, 'session'>;
