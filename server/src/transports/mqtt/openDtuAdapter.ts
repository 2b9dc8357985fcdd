// OpenDTU's single values on a connection: gathered into rows, and what hangs on it announced as it is heard.
import type { FastifyBaseLogger } from 'fastify';
import type { Announced } from '../../claiming/announcements/announced.ts';
import type { Command } from '../../commands/command.ts';
import type { Context } from '../../context.ts';
import { createOpenDtuParser, OPENDTU_MODEL, openDtuCommand, QUIET_MS } from '../../families/families.ts';
import { makeBuckets } from '../../platform/limits/tokenBuckets.ts';
import { mqttMessages, mqttRows } from '../../platform/metrics.ts';
import { plainText } from './messages.ts';
import type { Taken } from './mqttHandler.ts';

/** What the door does with it. */
interface Listener {
  announced(announced: Announced): Promise<unknown>;
  rows(rows: readonly object[]): Promise<Taken>;
  online(online: boolean): void;
  /** What an inverter holds, as its gateway heard it just now. */
  holds(sn: string, values: Record<string, number>): Promise<void>;
  /** Nobody has heard yet what it is: it is announced although no inverter has told values, as by night. */
  isUnheard(): boolean;
  /** False: it has announced so much that it is left for a later row. */
  mayAnnounce(): boolean;
  log: FastifyBaseLogger;
  /** By which an announce is dated: when the gateway began follows from both. */
  clock: Context['clock'];
}

export interface Dialect {
  /** `path`: below the base topic. Ends after the commit of the rows that are whole by it. */
  heard(path: string, payload: Buffer): Promise<Taken>;
  close(): void;
}

/** Some forty values of an inverter every few seconds. */
const VALUES = { burst: 20_000, perSecond: 300 };

/** One for each connection. */
export function openDialect({
  announced,
  rows: take,
  online,
  holds,
  isUnheard,
  mayAnnounce,
  log,
  clock,
}: Listener): Dialect {
  const parser = createOpenDtuParser();
  const bucket = makeBuckets(VALUES.burst, VALUES.perSecond, 1);
  let announcedAt = -1;
  let announcing: Promise<unknown> = Promise.resolve();
  let settling: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function whole(rows: readonly object[]): Promise<Taken> {
    if (parser.revision() !== announcedAt && mayAnnounce()) {
      const now = parser.revision();
      announcedAt = now;
      announcing = announced({
        kind: 'gateway',
        model: OPENDTU_MODEL,
        hardware: '',
        firmware: '',
        signalDbm: parser.signalDbm(),
        uptimeS: parser.uptimeS(clock.now().getTime()),
        intervalS: null,
        children: parser.inverters().map(({ sn, inputs, ...said }) => ({
          sn,
          inputs,
          kind: 'microinverter' as const,
          model: '',
          name: plainText(said.name),
          firmware: plainText(said.firmware),
          hardware: plainText(said.hardware),
        })),
      }).catch((error) => {
        // Said again with the next row, by whose acknowledgement nothing is lost.
        if (announcedAt === now) announcedAt = -1;
        throw error;
      });
    }
    await announcing;
    return take(rows);
  }

  /** `nowMs`: infinity when nothing more can follow, as the connection has ended. */
  async function settle(nowMs = performance.now()): Promise<void> {
    settling = undefined;
    const rows = parser.settle(nowMs);
    if (!isClosed && parser.hasPendingValues()) settling = setTimeout(() => void settle(), QUIET_MS / 3);
    if (rows.length === 0 && !(parser.isOnline() && isUnheard())) return;
    const taken = await whole(rows).catch((error): Taken => {
      log.error({ err: error }, 'rows of single values could not be taken');
      return 'again';
    });
    if (taken === 'again') mqttRows.inc({ outcome: 'lost' }, rows.length);
  }

  return {
    async heard(path, payload) {
      mqttMessages.inc({ what: 'opendtu' });
      const nowMs = performance.now();
      // Of quality 0, and the next value follows within seconds: what is too much is dropped.
      if (!bucket.take('', nowMs)) return 'taken';
      const rows = parser.onTopic(path, payload.subarray(0, 100).toString('utf8'), nowMs, clock.now().getTime());
      const said = parser.isOnline();
      if (said !== undefined) online(said);
      const isToSettle = parser.hasPendingValues() || (parser.isOnline() && isUnheard());
      if (!isClosed && isToSettle) settling ??= setTimeout(() => void settle(), QUIET_MS);
      const taken = rows.length > 0 ? await whole(rows) : 'taken';
      for (const { sn, values } of parser.takeSettings()) await holds(sn, values);
      return taken;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      clearTimeout(settling);
      void settle(Number.POSITIVE_INFINITY);
    },
  };
}

/** A command in its words; what is only read it tells by itself every few seconds. */
export function sayInDialect(
  gateway: string,
  { sn, action, step, parameters }: Pick<Command, 'sn' | 'action' | 'step' | 'parameters'>,
  send: (topic: string, text: string) => unknown,
): void {
  // It is asked nothing: it tells by itself what it holds.
  if (step === 'read') return;
  const said = openDtuCommand(sn, action, parameters);
  if (said) send(`hg/${gateway}/opendtu/${said.path}`, said.text);
}
