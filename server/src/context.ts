// Context of the server's parts instead of globals: database, settings, clock, log; built once, replaced in tests.
import type { ApiScope } from '@heliograph/contract/entities/signIn.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { RequestedPortal } from './brands/brands.ts';
import type { Config } from './config.ts';
import type { ClearDayMemory } from './energy/expected/clearDays.ts';
import type { ExpensiveThread } from './http/expensive/expensiveThread.ts';
import type { DeviceStates } from './ingest/deviceStateCache.ts';
import type { Nudges } from './ingest/notifySites.ts';
import type { Registry } from './ingest/serialRegistry.ts';
import type { DeliverySlots } from './notifications/deliverySlots.ts';
import type { Sql, Transaction } from './platform/database/connect.ts';
import type { DatabaseHealth } from './platform/database/databaseHealth.ts';
import type { CallQueues } from './platform/limits/callQueues.ts';
import type { LeasedSlots } from './platform/limits/leasedSlots.ts';
import type { SessionBudget } from './platform/limits/sessionBudget.ts';
import type { PartHealth } from './platform/partHealth.ts';
import type { Forecasts } from './weather/forecasts.ts';

/** The only source of instants, so that tests set the time. */
export interface Clock {
  now(): Date;
  /** How far this machine's clock is ahead of `now`, ms; absent: not at all. */
  aheadMs?(): number;
}

/** In-memory services of a process (services.ts). */
export interface Parts extends CallQueues {
  /** Reasons why nothing can be written now. */
  databaseHealth: DatabaseHealth;
  /** Which parts of this process have stalled. */
  partHealth: PartHealth;
  /** Plant and product of each serial number. */
  registry: Registry;
  /** State from which a device's next report continues. */
  deviceStates: DeviceStates;
  /** Notifies open pages of changed plants. */
  nudges: Nudges;
  /** Running downloads: each borrows shared connections repeatedly. */
  downloads: LeasedSlots;
  /** Devices that are downloading firmware. */
  firmwareDownloads: LeasedSlots;
  /** Documents whose text is being extracted. */
  documentReads: LeasedSlots;
  /** Messages that are being sent to webhooks and browsers. */
  deliverySlots: DeliverySlots;
  forecasts: Forecasts;
  /** Runs expensive calls; undefined: they run in this thread, as in tests. */
  expensiveThread?: ExpensiveThread;
  /** Runs jobs that would occupy the server's own thread (platform/threadJobs.ts); undefined: they run here. */
  jobThread?: Pick<ExpensiveThread, 'runJob'>;
  /** Requests of each session. */
  sessionBudget: SessionBudget;
  /** Clear days of plants that were viewed. */
  clearDays: ClearDayMemory;
  /** TXT records of a domain in DNS; empty if no server answers. */
  readDnsTxt(domain: string): Promise<string[]>;
  /**
   * A separate pool for attempts that are counted while a call holds a connection of `sql` and stay counted when the
   * call fails: waiting for a second connection of `sql` could deadlock.
   */
  counting: Sql;
}

export interface Context extends Parts {
  sql: Sql;
  config: Config;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** The requester. Loaded once per token and dropped when the session ends or its permissions change. */
export interface Session {
  id: number;
  userId: number;
  email: string;
  companyId: number;
  roleId: number;
  roleCode: string;
  scope: 'all' | 'branch' | 'own';
  /** The session's company and its subsidiaries; empty for scope `own`. */
  companyIds: number[];
  permissions: ReadonlySet<Permission>;
  /** Id of the role that the session views the portal as: `permissions` are reduced to those of that role, and changes are refused. Null: none. */
  viewing: number | null;
  expiresAt: Date;
  /** Opened with a second factor or a passkey. */
  hasSecondFactor: boolean;
  /** Deadline of its role or company for a second factor; null: not required, or fulfilled. */
  secondFactorBy: Date | null;
  /** The deadline has passed: the session may only set up a second factor. */
  owesSecondFactor: boolean;
  /** An account of the demonstration, whose password is published; it cannot sign in while the demonstration is off. */
  isDemo: boolean;
  /** API token of a program: its name and scope; null for a person's session. */
  api: { name: string; scope: ApiScope } | null;
}

/** Audit details that a handler notes about its change; http/runHandler.ts adds user, time, address and call, and writes the line. */
export interface AuditDetails {
  /** The changed object; by default the plant of the request, else the requester's account. */
  object?: string;
  /** Without passwords, tokens and secrets. */
  before?: object;
  after?: object;
  /** The user, where there is no session yet. */
  userId?: number;
}

/** Cookie of the requesting browser, used only by the sign-in of companies. */
export interface BrowserCookie {
  /** Empty without a cookie. */
  read(): string;
  write(mark: string): void;
}

/** Context of a call, besides its request. */
export interface CallContext {
  context: Context;
  /** A transaction in which only plants of the session are visible (row-level security); read-only unless the call changes something. */
  sql: Transaction;
  session: Session;
  language: LanguageCode;
  /** When the request arrived. */
  at: Date;
  /** Remote address and user agent, for limits, sessions and the audit log. */
  address: string;
  client: string;
  /** Host name of the request and the brand that its program names (brands/brands.ts). */
  portal: RequestedPortal;
  browser: BrowserCookie;
  /** Token of the request, to end its own session. */
  token: string;
  /** Completes the audit line of a change; each successful change writes one. At sign-in it names the account in the log. */
  noteAudit(note: AuditDetails): void;
}

/** A call with manual transactions holds a connection only within them and ends them before it waits for anything else. */
export interface ManualReadContext extends Omit<CallContext, 'sql'> {
  /** A read-only transaction like `sql` of other calls; fails if the session has ended meanwhile. */
  read<T>(work: (sql: Transaction) => Promise<T>): Promise<T>;
}

export interface ManualWriteContext extends ManualReadContext {
  /** Commits a part of the change that stays even if the rest fails: afterwards the call cannot be retried with its idempotency key. */
  change<T>(work: (sql: Transaction) => Promise<T>): Promise<T>;
  /** Commits the last part; its result is the call's answer, stored with the idempotency key in the same transaction. */
  finish<T>(work: (sql: Transaction) => Promise<T>): Promise<T>;
}

/** A public call has no session; without changes it also has no transaction. */
export type PublicCaller = Omit<CallContext, 'session' | 'sql'> & { sql: Sql };
export type PublicChanger = Omit<CallContext, 'session'>;
export type PublicManualWriteContext = Omit<ManualWriteContext, 'session'>;
