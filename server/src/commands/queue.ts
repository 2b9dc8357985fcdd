// Sends waiting commands to their gateways, in turn and in order, from the server that holds the connection; all state is in the database.
import type { Context } from '../context.ts';
import type { Listening } from '../platform/database/connect.ts';
import { applyAnnounce, applyResult, applyTelemetry, type Telemetry, type WireResult } from './applyReports.ts';
import { claimCommands, extendWaiting, type Gateway, readOpenCommands } from './claimCommands.ts';
import type { Announcement, Command } from './command.ts';
import { saveReportedLimit } from './commandRows.ts';
import { nextCommands } from './nextCommands.ts';
import { COMMANDS_CHANNEL } from './notifyQueue.ts';
import { openPoller } from './poller.ts';

/** Returns the function that sends to a gateway; undefined when this server cannot reach it now. */
export type ResolveRoute = (gateway: Gateway) => ((command: Command) => unknown) | undefined;

export interface CommandQueue {
  /** Sends waiting commands to a gateway that has just become able to receive them. */
  onGatewayConnected(sn: string): void;
  /** Resolves after all changes caused by the result are committed. */
  onResult(gateway: Gateway, result: WireResult): Promise<void>;
  onAnnounce(gateway: Gateway, announced: Announcement): Promise<void>;
  /** Applies telemetry of a gateway that does not answer commands. */
  onTelemetry(gateway: Gateway, telemetry: Telemetry): Promise<void>;
  close(): Promise<void>;
}

/** Interval for re-reading waiting commands, as notifications may get lost. */
const REFILL_MS = 10_000;
/** Gateways per statement. */
const BATCH_SIZE = 500;

/** A gateway with open commands, as far as this server knows. */
interface Waiting extends Gateway {
  /** Due time by the context's clock. */
  dueMs: number;
  /** Whether it has connected since a command was last sent to it, or this server has just started. */
  isBack: boolean;
}

export function openCommandQueue(
  context: Pick<Context, 'sql' | 'clock' | 'log' | 'nudges'>,
  resolveRoute: ResolveRoute,
): CommandQueue {
  const { sql, clock, log, nudges } = context;
  const waiting = new Map<string, Waiting>();
  let refilledMs = Number.NEGATIVE_INFINITY;
  const poller = openPoller(sendDue, (error) => {
    // The database may be unavailable; waiting commands are still in it afterwards.
    log.error({ err: error }, 'commands could not be sent');
  });

  async function refill(): Promise<void> {
    // At start-up and after a database outage, gateways may have missed commands.
    const isBack = refilledMs === Number.NEGATIVE_INFINITY;
    refilledMs = performance.now();
    const rows = await sql<Gateway[]>`
      select c.sid, c.gateway_sn as sn from commands c
      where c.state in ('approved', 'issued', 'accepted') and c.gateway_sn <> '' group by 1, 2`;
    for (const row of rows) if (!waiting.has(row.sn)) waiting.set(row.sn, { ...row, dueMs: 0, isBack });
  }

  async function sendDue(signal: AbortSignal): Promise<void> {
    if (performance.now() - refilledMs > REFILL_MS) await refill();
    const nowMs = clock.now().getTime();
    const due = [...waiting.values()].filter((one) => one.dueMs <= nowMs && resolveRoute(one) !== undefined);
    for (let from = 0; from < due.length && !signal.aborted; from += BATCH_SIZE)
      await sendBatch(due.slice(from, from + BATCH_SIZE));
  }

  async function sendBatch(gateways: readonly Waiting[]): Promise<void> {
    const commands = await readOpenCommands(sql, gateways);
    const ready: Command[] = [];
    for (const gateway of gateways) {
      const open = commands.get(gateway.sn);
      // Not when a notification has meanwhile replaced the entry.
      if (!open && waiting.get(gateway.sn) === gateway) waiting.delete(gateway.sn);
      if (!open) continue;
      const next = nextCommands(open, { isBack: gateway.isBack, now: clock.now() });
      gateway.dueMs = next.dueMs;
      ready.push(...next.ready);
    }
    const at = clock.now();
    const claimed = await claimCommands(sql, ready, at);
    for (const command of claimed) {
      const { sid, gatewaySn, step, action } = command;
      const gateway = waiting.get(gatewaySn);
      if (gateway) gateway.isBack = false;
      resolveRoute({ sid, sn: gatewaySn })?.(command);
      if (step === 'write' || action === 'read') nudges.publish([sid]);
    }
    const begun = claimed.filter(({ issuedAt }) => issuedAt?.getTime() === at.getTime());
    if (begun.length > 0)
      await extendWaiting(
        sql,
        begun.map(({ sid, gatewaySn }) => ({ sid, sn: gatewaySn })),
        at,
      );
  }

  const listening = listen(
    context,
    ({ sid, sn }) => {
      waiting.set(sn, { sid, sn, dueMs: 0, isBack: waiting.get(sn)?.isBack ?? false });
      poller.wake();
    },
    () => {
      refilledMs = Number.NEGATIVE_INFINITY;
      poller.wake();
    },
  );
  poller.wake();

  return {
    onGatewayConnected(sn) {
      const gateway = waiting.get(sn);
      if (!gateway) return;
      Object.assign(gateway, { dueMs: 0, isBack: true });
      poller.wake();
    },
    onResult: (gateway, result) => applyResult(context, gateway, result),
    onAnnounce: (gateway, announced) => applyAnnounce(context, gateway, announced),
    async onTelemetry(gateway, telemetry) {
      // Telemetry arrives every few seconds; the database is read only while a command waits, or for another limit.
      if (waiting.has(gateway.sn)) await applyTelemetry(context, gateway, telemetry);
      const { sn, values, receivedAt, mayHaveNewLimit } = telemetry;
      if (mayHaveNewLimit && values.limitPercent !== undefined)
        await saveReportedLimit(sql, { sid: gateway.sid, gatewaySn: gateway.sn, sn }, values.limitPercent, receivedAt);
    },
    async close() {
      await poller.close();
      await (await listening)?.unlisten();
    },
  };
}

function listen(
  { sql, log }: Pick<Context, 'sql' | 'log'>,
  onNotified: (gateway: Gateway) => void,
  onListening: () => void,
): Promise<Listening | undefined> {
  const onPayload = (payload: string): void => {
    const [sid = '', sn = ''] = payload.split(' ');
    // Without a serial number, the device has no gateway now, and its command waits for one.
    if (sn !== '') onNotified({ sid, sn });
  };
  return sql.listen(COMMANDS_CHANNEL, onPayload, onListening).catch((error) => {
    log.error({ err: error }, 'cannot listen for command notifications');
    return undefined;
  });
}
