// Updates commands from the reports of gateways: results, announcements and telemetry.
import type { Context } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { extendWaiting, type Gateway } from './claimCommands.ts';
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
import { auditEnd, lockCommand, lockRunningCommands, saveReportedParameters, updateCommand } from './commandRows.ts';
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
    async (tx) => [await lockCommand(tx, { sid, id: wire.id, gatewaySn: sn })],
    (command) => afterResult(command, { ...wire, ...result }, at),
    at,
  );
}

export async function applyAnnounce(context: Db, gateway: Gateway, announced: Announcement): Promise<void> {
  const at = context.clock.now();
  await apply(
    context,
    gateway,
    (tx) => lockRunningCommands(tx, gateway, { actions: ['restart', 'update'] }),
    (command) => afterAnnounce(command, announced, at),
    at,
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
    (tx) => lockRunningCommands(tx, gateway, { device: sn }),
    (command) => {
      const { triedAt, issuedAt } = command;
      const isAfterSending = triedAt !== null && issuedAt !== null && receivedAt > issuedAt;
      return isAfterSending ? afterTelemetry(command, values, at) : undefined;
    },
    at,
  );
}

/** In one transaction, locks commands and writes their next states with all consequences. */
async function apply(
  { sql, nudges }: Db,
  { sid }: Gateway,
  lock: (tx: Transaction) => Promise<readonly (Command | undefined)[]>,
  next: (command: Command) => CommandUpdate | undefined,
  at: Date,
): Promise<void> {
  const isUpdated = await sql.begin(async (tx) => {
    let changes = 0;
    for (const command of await lock(tx)) {
      const update = command && next(command);
      if (!command || !update) continue;
      changes++;
      await write(tx, command, update, at);
    }
    return changes > 0;
  });
  if (isUpdated) nudges.publish([sid]);
}

async function write(tx: Transaction, command: Command, update: CommandUpdate, at: Date): Promise<void> {
  const { sid, gatewaySn: sn } = command;
  const updated = { ...command, ...update };
  const isNextStep = updated.endedAt !== null || updated.step !== command.step;
  // Sent together: with a thousand answers at once, each would otherwise wait for the connection four times.
  await Promise.all([
    updateCommand(tx, command, update),
    // The uptime that a restart reads back is outdated a second later.
    updated.readBack && updated.action !== 'restart'
      ? saveReportedParameters(tx, command, updated.readBack, at)
      : undefined,
    updated.endedAt ? auditEnd(tx, updated, at) : undefined,
    // An update has held back the gateway's other commands.
    isNextStep && updated.action === 'update' ? extendWaiting(tx, [{ sid, sn }], at) : undefined,
    // Another server may have to send the next command.
    isNextStep ? notifyQueue(tx, { sid, sn }) : undefined,
  ]);
}
