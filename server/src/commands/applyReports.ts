// Updates commands from the reports of gateways: results, announcements and telemetry.
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

/** A result as received; its id may be that of a read-back. */
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

/** Current parameter values of a device, received at `receivedAt` through a gateway that does not answer commands. */
export interface Telemetry {
  sn: string;
  values: Record<string, number>;
  receivedAt: Date;
  /** Whether its power limit may differ from the stored one. */
  mayHaveNewLimit: boolean;
}

export async function applyTelemetry(
  context: Db,
  gateway: Gateway,
  { sn, values, receivedAt }: Omit<Telemetry, 'mayHaveNewLimit'>,
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

/** In one transaction, locks the command and writes its next state with all consequences. */
async function apply(
  { sql, nudges }: Db,
  { sid, sn }: Gateway,
  at: Date,
  lock: (tx: Transaction) => Promise<Command | undefined>,
  next: (command: Command) => CommandUpdate | undefined,
): Promise<void> {
  const isUpdated = await sql.begin(async (tx) => {
    const command = await lock(tx);
    const update = command && next(command);
    if (!command || !update) return false;
    const updated = { ...command, ...update };
    // Sent together: with a thousand answers at once, each would otherwise wait for the connection four times.
    await Promise.all([
      updateCommand(tx, command, update),
      // The uptime that a restart reads back is outdated a second later.
      updated.readBack && updated.action !== 'restart'
        ? saveReportedParameters(tx, command, updated.readBack, at)
        : undefined,
      updated.endedAt ? auditEnd(tx, updated, at) : undefined,
      // Another server may have to send the next command.
      updated.endedAt || updated.step !== command.step ? notifyQueue(tx, { sid, sn }) : undefined,
    ]);
    return true;
  });
  if (isUpdated) nudges.publish([sid]);
}
