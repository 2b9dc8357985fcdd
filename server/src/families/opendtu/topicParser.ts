// Parses the topics of one OpenDTU into rows and what it reports of itself, in the order in which the firmware publishes them (docs/devices/opendtu.md).
import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';
import { createInverter, type DtuInverter, type Inverter, type ReportedSettings } from './inverter.ts';
import type { DtuRow } from './rowAssembler.ts';

export { QUIET_MS } from './rowAssembler.ts';

export interface OpenDtuParser {
  /**
   * Topic below the base topic; `nowMs` by any monotonic clock, `atMs` by the clock of `uptimeS`. Returns the rows that it
   * completes; an unknown topic is ignored.
   */
  onTopic(path: string, text: string, nowMs: number, atMs?: number): DtuRow[];
  /** Leaves out a message, and with it the whole sample that it belongs to. */
  skip(path: string): void;
  /** Returns and clears the numbers of values left out since the last call, by inverter; '' for the gateway itself. */
  takeLost(): ReadonlyMap<string, number>;
  /** Returns the rows whose values have been followed by a pause. */
  settle(nowMs: number): DtuRow[];
  /** Whether values wait for `settle`. */
  hasPendingValues(): boolean;
  /** Inverters that have had a row. */
  inverters(): DtuInverter[];
  /** Returns and clears the settings reported since the last call. */
  takeSettings(): ReportedSettings[];
  /** Increases when an inverter or its description changes, and when the gateway has restarted. */
  revision(): number;
  /** Null: not reported. */
  signalDbm(): number | null;
  /** Seconds since the gateway started; null: not reported. */
  uptimeS(atMs: number): number | null;
  /** Undefined: not reported. */
  isOnline(): boolean | undefined;
}

/** The firmware supports no more. */
const MAX_INVERTERS = 64;

export function createOpenDtuParser(): OpenDtuParser {
  const inverters = new Map<string, Inverter>();
  let revision = 0;
  let signalDbm: number | null = null;
  let uptime: { seconds: number; atMs: number } | null = null;
  let isOnline: boolean | undefined;
  let settings: ReportedSettings[] = [];
  let lost = new Map<string, number>();

  function countLost(sn: string, count: number): void {
    lost.set(sn, (lost.get(sn) ?? 0) + count);
  }

  function findOrAdd(sn: string): Inverter | undefined {
    const known = inverters.get(sn);
    if (known || inverters.size >= MAX_INVERTERS) return known;
    const inverter = createInverter(sn, {
      onChange: () => {
        revision++;
      },
      onSettings: (reported) => settings.push(reported),
      onLost: (count) => countLost(sn, count),
    });
    inverters.set(sn, inverter);
    return inverter;
  }

  function onGatewayTopic(topic: string, text: string, atMs: number): void {
    const number = Number(text);
    if (topic === 'rssi' && Number.isFinite(number)) signalDbm = Math.round(number);
    if (topic === 'uptime' && Number.isFinite(number)) {
      // Behind an external broker a restart opens no new connection.
      if (uptime && number < uptime.seconds) revision++;
      uptime = { seconds: number, atMs };
    }
    if (topic === 'status') isOnline = text === 'online';
  }

  return {
    onTopic(path, text, nowMs, atMs = nowMs) {
      const [first = '', second = '', third, ...rest] = path.split('/');
      if (rest.length > 0) return [];
      if (first === 'dtu') {
        if (third === undefined) onGatewayTopic(second, text, atMs);
        return [];
      }
      const sn = serialOf(first);
      if (sn === undefined) return [];
      if (third !== undefined) return findOrAdd(sn)?.onTopic(second, third, text, nowMs) ?? [];
      if (second === 'name') findOrAdd(sn)?.rename(text);
      return [];
    },
    skip(path) {
      const sn = serialOf(path.split('/', 1)[0]!) ?? '';
      countLost(sn, 1);
      if (sn !== '') findOrAdd(sn)?.skip();
    },
    takeLost() {
      const taken = lost;
      if (lost.size > 0) lost = new Map();
      return taken;
    },
    settle: (nowMs) => [...inverters.values()].flatMap((inverter) => inverter.settle(nowMs)),
    hasPendingValues: () => [...inverters.values()].some((inverter) => inverter.hasPendingValues()),
    inverters: () =>
      [...inverters.values()]
        .filter((inverter) => inverter.hasReported())
        .map(({ description }) => ({ ...description })),
    takeSettings() {
      const taken = settings;
      settings = [];
      return taken;
    },
    revision: () => revision,
    signalDbm: () => signalDbm,
    // Not rounded: the caller subtracts it from the current time to find when the gateway started.
    uptimeS: (atMs) => uptime && uptime.seconds + Math.max(0, atMs - uptime.atMs) / 1000,
    isOnline: () => isOnline,
  };
}

/** Undefined: not an inverter's. The firmware writes serial numbers in lower case, however they are printed. */
function serialOf(text: string): string | undefined {
  const sn = text.toUpperCase();
  return /^[0-9A-F]{6,16}$/i.test(text) && SERIAL_NUMBER.test(sn) ? sn : undefined;
}
