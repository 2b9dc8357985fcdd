// Sends to gateways what waits for them, one command at a time and in order, and takes their answers: whichever server holds the connection does it, and all of it stands in the database.
import { RETURN_RUN_S } from '@heliograph/contract/commands.ts';
import { UPDATE_RUN_S } from '@heliograph/contract/firmware.ts';
import type { Context } from '../context.ts';
import { plainArray, textArray } from '../platform/database/arrays.ts';
import type { Listening, Transaction } from '../platform/database/connect.ts';
import {
  type Announced,
  afterAnnounce,
  afterHeard,
  afterResult,
  awaitsAnnounce,
  type Command,
  commandOfWire,
  type Moved,
  pauseMs,
  type Result,
  sendAgainMs,
} from './command.ts';
import {
  columns,
  lockedCommand,
  lockedUnderWay,
  moveCommand,
  saveReportedParameters,
  writeEnd,
} from './commandRows.ts';
import { COMMANDS_CHANNEL, notifyQueue } from './notifyQueue.ts';

export type WireResult = Omit<Result, 'isReadBack'>;

interface Gateway {
  sid: string;
  sn: string;
}

/** The way down to a gateway; undefined: not from here, or not now. */
export type Reach = (gateway: Gateway) => ((command: Command) => unknown) | undefined;

export interface CommandQueue {
  /** A gateway hears commands from now on: what waits for it goes out. */
  here(sn: string): void;
  /** Ends after the commit of what follows from it. */
  answered(gateway: Gateway, result: WireResult): Promise<void>;
  /** A gateway has announced itself. */
  announced(gateway: Gateway, said: Announced): Promise<void>;
  /** A gateway that answers no command tells what a device of it holds, as it was heard then. */
  heard(gateway: Gateway, sn: string, values: Record<string, number>, heardAt: Date): Promise<void>;
  close(): Promise<void>;
}

const GATHER_MS = 20;
const LOOK_MS = 1_000;
const AFTER_FAULT_MS = 5_000;
/** Notifications may get lost: what waits is read again this often. */
const REFILL_MS = 10_000;
/** What a gateway says by itself ends what waits for it; it is looked at again this often. */
const ANNOUNCE_MS = 60_000;
/** Gateways of one statement. */
const AT_ONCE = 500;

/** What this server knows to wait for a gateway: when to look again, by the context's clock. */
interface Waiting extends Gateway {
  dueMs: number;
  /** It has connected since something was sent to it, or this server has begun. */
  isBack: boolean;
}

export function openCommandQueue(
  { sql, clock, log, nudges }: Pick<Context, 'sql' | 'clock' | 'log' | 'nudges'>,
  reach: Reach,
): CommandQueue {
  const waiting = new Map<string, Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let timerAtMs = 0;
  let isWorking = false;
  let isWanted = false;
  let working: Promise<void> = Promise.resolve();
  let refilledMs = Number.NEGATIVE_INFINITY;
  let closed = false;
  let listening: Promise<Listening | undefined> | undefined;

  const nowMs = (): number => clock.now().getTime();

  /** What is asked for while it works is done after that; what is asked for again does not come later by it. */
  function soon(ms: number): void {
    if (closed) return;
    if (isWorking) {
      isWanted ||= ms < LOOK_MS;
      return;
    }
    const atMs = performance.now() + ms;
    if (timer && atMs >= timerAtMs) return;
    clearTimeout(timer);
    timerAtMs = atMs;
    timer = setTimeout(run, ms).unref();
  }

  function run(): void {
    timer = undefined;
    isWorking = true;
    isWanted = false;
    working = work()
      .then(() => (isWanted ? GATHER_MS : LOOK_MS))
      .catch((error) => {
        // The database may be away; what waits is still there when it is back.
        log.error({ err: error }, 'commands could not be sent');
        return AFTER_FAULT_MS;
      })
      .then((ms) => {
        isWorking = false;
        soon(ms);
      });
  }

  /** Something of this gateway has changed: it is looked at with whatever else is heard of in the next moment. */
  function lookAt({ sid, sn }: Gateway): void {
    // It waits for a gateway.
    if (sn === '') return;
    waiting.set(sn, { sid, sn, dueMs: 0, isBack: waiting.get(sn)?.isBack ?? false });
    soon(GATHER_MS);
  }

  async function refill(): Promise<void> {
    // Of a server that begins, or has been without the database, nobody knows what came through.
    const isBack = refilledMs === Number.NEGATIVE_INFINITY;
    refilledMs = performance.now();
    const rows = await sql<Gateway[]>`
      select c.sid, c.gateway_sn as sn from commands c
      where c.state in ('approved', 'issued', 'accepted') and c.gateway_sn <> '' group by 1, 2`;
    for (const row of rows) if (!waiting.has(row.sn)) waiting.set(row.sn, { ...row, dueMs: 0, isBack });
  }

  async function work(): Promise<void> {
    if (performance.now() - refilledMs > REFILL_MS) await refill();
    const now = nowMs();
    const due = [...waiting.values()].filter((one) => one.dueMs <= now && reach(one) !== undefined);
    for (let from = 0; from < due.length && !closed; from += AT_ONCE) await advance(due.slice(from, from + AT_ONCE));
  }

  async function advance(gateways: readonly Waiting[]): Promise<void> {
    const heads = headsOf(await openCommands(gateways));
    const ready: Command[] = [];
    for (const gateway of gateways) {
      const head = heads.get(gateway.sn);
      if (!head) {
        // Unless something came meanwhile.
        if (waiting.get(gateway.sn) === gateway) waiting.delete(gateway.sn);
        continue;
      }
      const againMs = sendAgainMs(head, { isBack: gateway.isBack, nowMs: nowMs() });
      const isSilent = awaitsAnnounce(head);
      gateway.dueMs = isSilent ? nowMs() + ANNOUNCE_MS : againMs;
      if (!isSilent && againMs <= nowMs() && head.expiresAt > clock.now()) ready.push(head);
    }
    for (const command of await claimed(ready)) {
      const gateway = waiting.get(command.gatewaySn);
      if (gateway) Object.assign(gateway, { dueMs: nowMs() + pauseMs(command), isBack: false });
      reach({ sid: command.sid, sn: command.gatewaySn })?.(command);
      if (command.step === 'write' || command.action === 'read') nudges.tell([command.sid]);
    }
  }

  const openCommands = (gateways: readonly Gateway[]): Promise<Command[]> =>
    sql<Command[]>`
      select ${columns(sql)} from commands c join (
        select unnest(${textArray(gateways.map(({ sid }) => sid))}::text::text[]) as sid,
          unnest(${textArray(gateways.map(({ sn }) => sn))}::text::text[]) as sn
      ) g on c.sid = g.sid and c.gateway_sn = g.sn
      where c.state in ('approved', 'issued', 'accepted')`;

  /** Those that are this server's to send now: another may have been quicker. */
  async function claimed(commands: readonly Command[]): Promise<Command[]> {
    if (commands.length === 0) return [];
    try {
      return await claim(commands);
    } catch (error) {
      if (!isTaken(error)) throw error;
      if (commands.length === 1) return [];
    }
    // One of them had another before it, which this server did not see yet.
    const alone: Command[] = [];
    for (const command of commands) alone.push(...(await claimed([command])));
    return alone;
  }

  /** Of what waits for long, and is told so much shorter once it is sent: nothing else reaches the gateway meanwhile. */
  const runEnd = (runS: number): Date => new Date(nowMs() + runS * 1000);

  const claim = (commands: readonly Command[]): Promise<Command[]> =>
    sql<Command[]>`
      update commands c set state = case when c.state = 'approved' then 'issued' else c.state end,
        expires_at = case when c.state <> 'approved' then c.expires_at when c.action = 'update' then least(c.expires_at, ${runEnd(UPDATE_RUN_S)})
          when c.returns is not null then least(c.expires_at, ${runEnd(RETURN_RUN_S)}) else c.expires_at end,
        issued_at = coalesce(c.issued_at, ${clock.now()}), tries = c.tries + 1, tried_at = ${clock.now()}
      from (
        select unnest(${textArray(commands.map(({ sid }) => sid))}::text::text[]) as sid,
          unnest(${textArray(commands.map(({ id }) => id))}::text::text[])::uuid as id,
          unnest(${textArray(commands.map(({ step }) => step))}::text::text[]) as step,
          unnest(${plainArray(commands.map(({ tries }) => tries))}::text::int[]) as tries
      ) g
      where c.sid = g.sid and c.id = g.id and c.step = g.step and c.tries = g.tries
        and c.state in ('approved', 'issued', 'accepted')
      returning ${columns(sql)}`;

  function answered({ sid, sn }: Gateway, { id: said, ...result }: WireResult): Promise<void> {
    const wire = commandOfWire(said);
    if (!wire) return Promise.resolve();
    const at = clock.now();
    return follow(
      { sid, sn },
      at,
      (tx) => lockedCommand(tx, { sid, id: wire.id, gatewaySn: sn }),
      (command) => afterResult(command, { ...wire, ...result }, at),
    );
  }

  async function announced(gateway: Gateway, said: Announced): Promise<void> {
    const at = clock.now();
    await follow(
      gateway,
      at,
      (tx) => lockedUnderWay(tx, { ...gateway, actions: ['restart', 'update'] }),
      (command) => afterAnnounce(command, said, at),
    );
  }

  async function heard(gateway: Gateway, sn: string, values: Record<string, number>, heardAt: Date): Promise<void> {
    // Such gateways tell it every few seconds; it is asked for only while something waits.
    if (!waiting.has(gateway.sn)) return;
    const at = clock.now();
    await follow(
      gateway,
      at,
      (tx) => lockedUnderWay(tx, gateway),
      (command) =>
        command.sn === sn && command.triedAt !== null && heardAt > command.issuedAt!
          ? afterHeard(command, values, at)
          : undefined,
    );
  }

  /** What becomes of a command by what was heard; what follows from it is committed when this ends. */
  async function follow(
    { sid, sn }: Gateway,
    at: Date,
    find: (tx: Transaction) => Promise<Command | undefined>,
    after: (command: Command) => Moved | undefined,
  ): Promise<void> {
    const isMoved = await sql.begin(async (begun) => {
      const tx = begun as Transaction;
      const command = await find(tx);
      const moved = command && after(command);
      if (!command || !moved) return false;
      const now = { ...command, ...moved };
      // Sent together: of a thousand answers at once each would wait for its turn four times.
      await Promise.all([
        moveCommand(tx, command, moved),
        // How long it has been running is over with the next second.
        now.readBack && now.action !== 'restart' ? saveReportedParameters(tx, command, now.readBack, at) : undefined,
        now.endedAt ? writeEnd(tx, now, at) : undefined,
        // What comes next may be another server's to send.
        now.endedAt || now.step !== command.step ? notifyQueue(tx, { sid, sn }) : undefined,
      ]);
      return true;
    });
    if (isMoved) nudges.tell([sid]);
  }

  listening = sql
    .listen(
      COMMANDS_CHANNEL,
      (text) => {
        const [sid = '', sn = ''] = text.split(' ');
        lookAt({ sid, sn });
      },
      () => {
        refilledMs = Number.NEGATIVE_INFINITY;
        soon(GATHER_MS);
      },
    )
    .catch((error) => {
      log.error({ err: error }, 'commands are not heard of');
      return undefined;
    });
  soon(GATHER_MS);

  return {
    here(sn) {
      const gateway = waiting.get(sn);
      if (gateway) Object.assign(gateway, { dueMs: 0, isBack: true });
      if (gateway) soon(GATHER_MS);
    },
    answered,
    announced,
    heard,
    async close() {
      closed = true;
      clearTimeout(timer);
      await working;
      await (await listening)?.unlisten();
    },
  };
}

/** Of each gateway what is under way, else what has waited longest. */
function headsOf(commands: readonly Command[]): Map<string, Command> {
  const heads = new Map<string, Command>();
  const order = (one: Command): string =>
    `${one.state === 'approved' ? 1 : 0} ${one.queuedAt?.toISOString() ?? ''} ${one.id}`;
  for (const command of commands) {
    const before = heads.get(command.gatewaySn);
    if (!before || order(command) < order(before)) heads.set(command.gatewaySn, command);
  }
  return heads;
}

/** By the index that lets one at a time be under way; or in a knot with somebody who locks many, too: one by one there is none. */
const isTaken = (error: unknown): boolean =>
  ['23505', '40P01'].includes(String((error as { code?: unknown } | null)?.code));
