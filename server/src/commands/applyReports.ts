// Moves commands on by what gateways report: results, announcements, telemetry.
import type { Context } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { Gateway } from './claimCommands.ts';
import {
  type Announcement,
  afterAnnounce,
  afterResult,
  afterTelemetry,
  type Command,
  type CommandUpdate,
  commandOfWire,
  type Result,
} from './command.ts';
import { auditEnd, lockCommand, lockRunningCommand, saveReportedParameters, updateCommand } from './commandRows.ts';
import { notifyQueue } from './notifyQueue.ts';

type Db = Pick<Context, 'sql' | 'clock' | 'nudges'>;

/** A result as it arrives; its id may be that of a read-back. */
export type WireResult = Omit<Result, 'isReadBack'>;

export async function applyResult(
  context: Db,
  { sid, sn }: Gateway,
  { id: wireId, ...result }: WireResult,
): Promise<void> {
  const wire = commandOfWire(wireId);
  if (!wire) return;
  const at = context.clock.now();
  await apply(
    context,
    { sid, sn },
    at,
    (tx) => lockCommand(tx, { sid, id: wire.id, gatewaySn: sn }),
    (command) => afterResult(command, { ...wire, ...result }, at),
  );
}

export async function applyAnnounce(context: Db, gateway: Gateway, announced: Announcement): Promise<void> {
  const at = context.clock.now();
  await apply(
    context,
    gateway,
    at,
    (tx) => lockRunningCommand(tx, { ...gateway, actions: ['restart', 'update'] }),
    (command) => afterAnnounce(command, announced, at),
  );
}

/** Parameters that a device holds, received at `receivedAt` by way of a gateway that answers no command. */
export interface Telemetry {
  sn: string;
  values: Record<string, number>;
  receivedAt: Date;
}

export async function applyTelemetry(
  context: Db,
  gateway: Gateway,
  { sn, values, receivedAt }: Telemetry,
): Promise<void> {
  const at = context.clock.now();
  await apply(
    context,
    gateway,
    at,
    (tx) => lockRunningCommand(tx, gateway),
    (command) => {
      const { triedAt, issuedAt } = command;
      const isAfterSending = triedAt !== null && issuedAt !== null && receivedAt > issuedAt;
      return command.sn === sn && isAfterSending ? afterTelemetry(command, values, at) : undefined;
    },
  );
}

/** One transaction: locks the command, writes its next state and everything that follows from it. */
async function apply(
  { sql, nudges }: Db,
  { sid, sn }: Gateway,
  at: Date,
  lock: (tx: Transaction) => Promise<Command | undefined>,
  next: (command: Command) => CommandUpdate | undefined,
): Promise<void> {
  const isMoved = await sql.begin(async (tx) => {
    const command = await lock(tx);
    const moved = command && next(command);
    if (!command || !moved) return false;
    const now = { ...command, ...moved };
    // Sent together: of a thousand answers at once each would wait for its turn four times.
    await Promise.all([
      updateCommand(tx, command, moved),
      // The uptime that a restart reads back is outdated a second later.
      now.readBack && now.action !== 'restart' ? saveReportedParameters(tx, command, now.readBack, at) : undefined,
      now.endedAt ? auditEnd(tx, now, at) : undefined,
      // The next command may be another server's to send.
      now.endedAt || now.step !== command.step ? notifyQueue(tx, { sid, sn }) : undefined,
    ]);
    return true;
  });
  if (isMoved) nudges.tell([sid]);
}
