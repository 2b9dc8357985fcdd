// Starts the server (settings, database, migrations, seed, ports) and stops it on a signal.
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { requireStolenPasswords } from './accounts/passwords/breachedPasswords.ts';
import { newSetupLink } from './accounts/setupLink.ts';
import { buildApp } from './app.ts';
import { type Config, readConfig, readServiceManager } from './config.ts';
import type { Context } from './context.ts';
import { type DemoAccounts, settleDemoAccounts } from './demo/accounts.ts';
import { DEMO_PASSWORD } from './demo/createFleet.ts';
import { withDemoDefaults } from './demo/defaults.ts';
import { isDemoEnabled, startDemo } from './demo/start.ts';
import { createExpensiveThread } from './http/expensive/expensiveThread.ts';
import { createInternalCall } from './http/internalCalls.ts';
import { listen, requireFreePorts } from './http/listen.ts';
import { startQueue } from './jobs/queue.ts';
import { backupJob, certificateJob, clockJob, timedJobs } from './jobs/schedule.ts';
import { openClock } from './platform/clock.ts';
import { CONNECTION_FAILED, connect, isDatabaseUnavailable } from './platform/database/connect.ts';
import { migrate, migrationsDir } from './platform/database/migrate.ts';
import { openDatabase } from './platform/database/open.ts';
import { POOL_SIZE } from './platform/limits/callQueues.ts';
import { openLog } from './platform/log.ts';
import { MAIL_PATH, storesMail } from './platform/mail/mailFolder.ts';
import { openSyslog } from './platform/outbound/syslog.ts';
import { lastingPasswords } from './platform/secrets/staticCredentials.ts';
import { reportReady } from './platform/serviceManager.ts';
import { isDiskFull, StartupError } from './platform/startupError.ts';
import { watchDamage } from './samples/sealing.ts';
import { seed } from './seed/seed.ts';
import { createServices } from './services.ts';
import { ENDPOINT_LIMITS } from './transports/mqtt/endpoint.ts';
import { openMqtt } from './transports/mqtt/openMqtt.ts';

/** Opened resources, closed in reverse order. */
const opened: (() => Promise<void>)[] = [];
let isClosing = false;

/**
 * Time for closing, less than the 5 s that operators expect even while the database is away. Reports are acknowledged after
 * their commit, so that none is lost; only an embedded database has something to finish.
 */
const CLOSE_MS = { embedded: 15_000, external: 4_500 };
let closeMs = CLOSE_MS.external;
/** A signal again within this time is the same one: a terminal and a service manager send it to npm, which forwards it, and to this process. */
const SAME_SIGNAL_MS = 1_000;
let signalledMs = Number.NEGATIVE_INFINITY;

function stopOnSignal(): void {
  if (performance.now() - signalledMs < SAME_SIGNAL_MS) return;
  // A second one: the process exits at once.
  if (isClosing) process.exit(1);
  signalledMs = performance.now();
  void close(0);
}

async function close(code: number): Promise<void> {
  isClosing = true;
  setTimeout(() => process.exit(code || 1), closeMs).unref();
  await closeOpened();
  process.exit(code);
}

async function closeOpened(): Promise<void> {
  for (const closeOne of opened.splice(0).reverse()) await closeOne().catch(() => {});
}

/**
 * After this time between two statements a transaction of a thread ends, seconds. A report of ten years computes for long; as
 * it only reads, it holds up nobody. Jobs also write, and an archive computes at a low priority.
 */
const THREAD_IDLE_S = { calls: 60, jobs: 20 };
/** How long a start waits for a database that is restarting or failing over. */
const MAX_OUTAGE_MS = 60_000;
const RETRY_MS = 1_000;

/** Retries the start while the database is unavailable, unless it was never reached, which usually means a wrong setting. */
async function startWithRetries(settings: Config): Promise<void> {
  const lastMs = performance.now() + MAX_OUTAGE_MS;
  for (let tries = 1; ; tries++) {
    try {
      return await start(settings);
    } catch (error) {
      const neverConnected = tries === 1 && (error as { code?: string }).code === CONNECTION_FAILED;
      if (isClosing || neverConnected || !isDatabaseUnavailable(error) || performance.now() > lastMs) throw error;
      if (tries === 1) console.error('The database is unavailable; retrying for up to a minute.');
      await closeOpened();
      await wait(RETRY_MS);
    }
  }
}

const print = (line: string): void => console.error(line);

async function start(settings: Config): Promise<void> {
  await requireFreePorts(settings);
  await requireStolenPasswords(settings);
  const syslog = settings.logSyslog === undefined ? undefined : openSyslog(settings.logSyslog);
  if (syslog) opened.push(syslog.close);
  const logStreams = [pino.destination(2), ...(syslog ? [syslog] : [])];
  const log = openLog(settings.production ? 'info' : 'warn', logStreams);
  const database = await openDatabase({ ...settings, max: POOL_SIZE, print });
  opened.push(database.close);
  if (database.embedded) closeMs = CLOSE_MS.embedded;
  const { sql } = database;
  await migrate(sql, migrationsDir, print);
  const counting = connect(database.url, { max: 2 });
  opened.push(() => counting.end({ timeout: 1 }));
  const clock = await openClock(sql, log);
  const withDemo = settings.demo && (await isDemoEnabled(sql));
  const config = withDemo ? withDemoDefaults(settings) : settings;
  const context: Context = { sql, config, log, clock, ...createServices(sql, database.trouble, counting) };
  const createThread = (idleS: number) => {
    const writeLog = (line: string): void => {
      for (const stream of logStreams) stream.write(line);
    };
    const entry = new URL('./thread.ts', import.meta.url);
    const thread = createExpensiveThread({ entry, databaseUrl: database.url, config, idleS, writeLog });
    opened.push(thread.close);
    return thread;
  };
  context.expensiveThread = createThread(THREAD_IDLE_S.calls);
  context.jobThread = createThread(THREAD_IDLE_S.jobs);
  await seed(context);
  const demoAccounts = await settleDemoAccounts(context, withDemo);
  const app = await buildApp(context);
  const ports = await listen(app, config);
  opened.push(ports.close);
  const mqtt = await openMqtt(context, ENDPOINT_LIMITS, createInternalCall(app));
  opened.push(mqtt.close);
  const timed = { ...timedJobs, ...clockJob(clock), ...certificateJob(config), ...backupJob(config) };
  opened.push(watchDamage(context), await startQueue(context, database.url, timed));
  const local = `http://127.0.0.1:${ports.port}`;
  if (withDemo)
    opened.push(
      startDemo({ databaseUrl: database.url, url: local, mqttPort: mqtt.port!, dataDir: config.dataDir }, log),
    );
  const signIn = await howToSignIn(context, withDemo, demoAccounts);

  const address = config.port === 0 ? local : config.publicUrl;
  const lines = [
    `Heliograph is ready at ${address} after ${(performance.now() / 1000).toFixed(1)} s; Ctrl-C stops it.`,
    ports.devicePort === undefined ? undefined : `Devices are heard on port ${ports.devicePort}, too.`,
    ...mqtt.lines,
    ...database.warnings,
    ...(config.production ? productionAdvice(config) : []),
    demoAccounts.frozen > 0
      ? `The demonstration's ${demoAccounts.frozen} accounts are frozen, because their password is published${config.production ? '' : '; DEMO=on lets them in again'}.`
      : undefined,
    signIn,
    storesMail(config) ? `Mails of the demonstration are at ${address}${MAIL_PATH}, on this machine only.` : undefined,
  ];
  opened.push(reportReady(readServiceManager()));
  void closeHoles();
  // In one write: readers of the first line may rely on the others.
  console.log(lines.filter((line) => line !== undefined).join('\n'));
}

/** Collects garbage once after start: loading modules fragments the heap, and compaction returns 60 MB. */
async function closeHoles(): Promise<void> {
  await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
}

/** Logs what the operator must ensure, as the server cannot check it. */
function productionAdvice(config: Config): string[] {
  const { mqtt, stolenPasswords, logSyslog, virusScanner } = config;
  const lasting = lastingPasswords(config);
  return [
    ...(mqtt?.isRequired
      ? ['MQTT_PORT takes devices without TLS: what they say can be read on the way; MQTT_TLS_PORT is the one with it.']
      : []),
    ...(stolenPasswords === undefined
      ? ['Of stolen passwords only the 10,000 commonest are refused; STOLEN_PASSWORDS names all of them.']
      : []),
    ...(logSyslog === undefined
      ? ['The log stays on this machine, unless what runs this server sends it elsewhere; LOG_SYSLOG does.']
      : []),
    ...(virusScanner === undefined
      ? ['Documents are kept without a look for viruses; VIRUS_SCANNER names who looks.']
      : []),
    ...(lasting.length > 0
      ? [
          `By a password that is good until somebody changes it (docs/operate/security.md says when): ${lasting.join(', ')}.`,
        ]
      : []),
  ];
}

async function howToSignIn(
  context: Context,
  withDemo: boolean,
  demoAccounts: DemoAccounts,
): Promise<string | undefined> {
  const { admin } = context.config;
  const meanwhile = withDemo ? '; the demonstration fleet is being made meanwhile.' : '.';
  if (demoAccounts.administrates) {
    return `Sign in as admin@example.com with the password ${DEMO_PASSWORD}${meanwhile}`;
  }
  if (admin) return `Sign in as ${admin.email}, with the password given when it was made${meanwhile}`;
  const link = await newSetupLink(context);
  return link ? `Make the first administrator at ${link} (the link works once).` : undefined;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOnSignal);
try {
  await startWithRetries(readConfig(print));
} catch (error) {
  if (!isClosing) {
    if (error instanceof StartupError) console.error(`Heliograph did not start. ${error.message}`);
    else if (isDiskFull(error))
      console.error('Heliograph did not start. The disk is full; free some space and start again.');
    // Any other error is a bug; its report needs the whole stack.
    else console.error('Heliograph did not start because of a fault in it:', error);
    await close(1);
  }
}
