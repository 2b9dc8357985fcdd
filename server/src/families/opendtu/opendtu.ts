// OpenDTU with unchanged firmware: its product, and how single topics become rows, in the order in which the firmware publishes them (docs/devices/opendtu.md).
import type { CommandAction } from '@heliograph/contract/commands.ts';
import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';
import type { Family, Profile } from '../family.ts';

const NAME = 'OpenDTU';
/** Its page takes a base topic of 32 characters: `hg/`, the number, `/opendtu/`. */
const LONGEST_NUMBER = 20;

const profile: Profile = {
  lines: () => [],
  tells: () => [],
  modes: {},
  energyCounter: { counter: 'none', wrapWh: null, stepWh: 0 },
  mostRatedW: 0,
  expectedUploadS: 60,
  signsIn: true,
  obeys: false,
  // A restart it can be told, and says nothing by which it could be seen.
  understands: ['read', 'limit', 'on', 'off'],
  servicePassword: null,
  isSerialNumber: (sn) => SERIAL_NUMBER.test(sn) && sn.length <= LONGEST_NUMBER,
};

export const opendtu: Family = {
  products: [{ model: 10_020, name: NAME, kind: 'gateway', inputs: 0, phases: 1, ratedPowerW: 0, profile: NAME }],
  profiles: { [NAME]: profile },
  parsers: {},
};

/** By topic under `[serial]/0/`, with what makes the report protocol's unit of it. */
const AC: Readonly<Record<string, readonly [name: string, factor: number]>> = {
  power: ['powerW', 1],
  voltage: ['gridVoltageV', 1],
  current: ['gridCurrentA', 1],
  frequency: ['frequencyHz', 1],
  powerfactor: ['powerFactor', 1],
  reactivepower: ['reactivePowerVar', 1],
  temperature: ['temperatureC', 1],
  yieldday: ['counterDayWh', 1],
  // kWh with three digits
  yieldtotal: ['counterWh', 1000],
};
/** By topic under `[serial]/[1-6]/`. */
const DC: Readonly<Record<string, string>> = {
  power: 'PowerW',
  voltage: 'VoltageV',
  current: 'CurrentA',
  yieldday: 'CounterDayWh',
};

/** A row of the report protocol. */
export interface DtuRow {
  sn: string;
  at: number;
  q: Record<string, number>;
}

export interface DtuInverter {
  sn: string;
  name: string;
  firmware: string;
  hardware: string;
  inputs: number;
}

export interface Dtu {
  /** What it is as a product. */
  readonly model: string;
  /**
   * What is under its base topic, as it comes; `nowMs` by any clock that only goes forward, `atMs` by that of `uptimeS`.
   * Gives the rows that are whole by it. A topic that means nothing here is ignored.
   */
  heard(path: string, text: string, nowMs: number, atMs?: number): DtuRow[];
  /** What nothing has followed for a while is whole, too. */
  settled(nowMs: number): DtuRow[];
  /** Whether something waits for `settled`. */
  isWaiting(): boolean;
  /** All that it has told values of. */
  inverters(): DtuInverter[];
  /** What inverters hold by what it heard of them since this was asked last: limit, and whether they feed in. */
  held(): { sn: string; values: Record<string, number> }[];
  /** Rises when an inverter, or what is known of one beside its values, changes, and when it has started over. */
  changes(): number;
  /** Null: it has not said. */
  signalDbm(): number | null;
  /** Seconds that it has been running; null: it has not said. */
  uptimeS(atMs: number): number | null;
  /** Undefined: it has not said. */
  online(): boolean | undefined;
}

interface State extends DtuInverter {
  /** The instant that it published last, epoch seconds, and when that came in; 0 and minus infinity: none. */
  updatedS: number;
  updatedMs: number;
  /** The instant of the last row, epoch seconds; 0: none. */
  rowS: number;
  /** It said values before any instant, and has not been seen to say them behind one: each instant is that of the values before it. */
  valuesFirst: boolean;
  reachable: boolean;
  /** As it said them last; null: not yet. */
  limitPercent: number | null;
  producing: boolean | null;
  q: Record<string, number>;
  /** Of the first and the last value that waits. */
  firstMs: number;
  lastMs: number;
  tells: boolean;
}

/**
 * Its word for a command to an inverter; undefined: it has none. A limit is told for now, not for ever: what an inverter keeps
 * without power is written to a memory that wears out.
 */
export function openDtuCommand(
  sn: string,
  action: CommandAction,
  { limitPercent }: Readonly<Record<string, number | null>>,
): { path: string; text: string } | undefined {
  const under = `${sn.toLowerCase()}/cmd`;
  if (action === 'limit') return { path: `${under}/limit_nonpersistent_relative`, text: String(limitPercent) };
  if (action === 'on' || action === 'off') return { path: `${under}/power`, text: action === 'on' ? '1' : '0' };
  return undefined;
}

/** The values of an inverter follow each other at once; after so long without one there are no more. */
export const QUIET_MS = 1_500;
/** A gateway has no more inverters than this. */
const INVERTERS_AT_MOST = 64;
/** Each time that it says the instant of an update, it works it out again from two clocks of whole seconds. */
const SAME_UPDATE_S = 1;

/**
 * The firmware says `status/last_update` and after it the values of that update, if there was one since the last time. So
 * values belong to the instant before them; only those that come before any, or long after one, belong to the next. What
 * replays a record may say each instant behind its values, without the pauses that tell which is which: its first word does.
 */
export function openDtu(): Dtu {
  const states = new Map<string, State>();
  let changes = 0;
  let signalDbm: number | null = null;
  /** Seconds that it had been running, and when it said so. */
  let running: { uptimeS: number; saidMs: number } | null = null;
  let online: boolean | undefined;
  let held: { sn: string; values: Record<string, number> }[] = [];

  function stateOf(sn: string): State | undefined {
    const known = states.get(sn);
    if (known || states.size >= INVERTERS_AT_MOST) return known;
    const state: State = {
      sn,
      name: '',
      firmware: '',
      hardware: '',
      inputs: 0,
      updatedS: 0,
      updatedMs: Number.NEGATIVE_INFINITY,
      rowS: 0,
      valuesFirst: false,
      reachable: true,
      limitPercent: null,
      producing: null,
      q: {},
      firstMs: 0,
      lastMs: 0,
      tells: false,
    };
    states.set(sn, state);
    return state;
  }

  /**
   * The values that wait, as a row of that instant. None while the inverter is not reachable: what it said then is old. None
   * of an update that was taken: what is said of it once more is of the gateway's own making, such as a day's yield set to zero.
   */
  function wholeRow(state: State, atS: number): DtuRow[] {
    const { sn, q, reachable, rowS } = state;
    state.q = {};
    if (Object.keys(q).length === 0 || atS <= 0 || !reachable || Math.abs(atS - rowS) <= SAME_UPDATE_S) return [];
    state.rowS = atS;
    if (!state.tells) {
      state.tells = true;
      changes++;
    }
    return [{ sn, at: atS * 1000, q }];
  }

  const isWhole = (state: State): boolean => Object.keys(state.q).length > 0;

  /** Whether the values that wait are of the instant before them. */
  function isOfLast(state: State, nowMs: number): boolean {
    const { updatedS, updatedMs, firstMs, lastMs } = state;
    if (updatedS === 0 || firstMs - updatedMs > QUIET_MS) return false;
    // A pause behind them: it only began in the middle of a round.
    if (nowMs - lastMs >= QUIET_MS) state.valuesFirst = false;
    return !state.valuesFirst;
  }

  function updated(state: State, text: string, nowMs: number): DtuRow[] {
    const atS = Number(text);
    if (!Number.isSafeInteger(atS) || atS < 0) return [];
    // It says the limit and whether it produces before the instant that they are of.
    if (Math.abs(atS - state.updatedS) > SAME_UPDATE_S && state.reachable) noteHeld(state);
    const rows = isWhole(state) ? wholeRow(state, isOfLast(state, nowMs) ? state.updatedS : atS) : [];
    state.updatedS = atS;
    state.updatedMs = nowMs;
    return rows;
  }

  function noteHeld({ sn, limitPercent, producing }: State): void {
    const values = {
      ...(limitPercent === null ? {} : { limitPercent }),
      ...(producing === null ? {} : { on: producing ? 1 : 0 }),
    };
    if (Object.keys(values).length > 0) held.push({ sn, values });
  }

  function value(state: State, name: string, number: number, nowMs: number): void {
    if (!isWhole(state)) state.firstMs = nowMs;
    if (state.updatedMs === Number.NEGATIVE_INFINITY) state.valuesFirst = true;
    state.lastMs = nowMs;
    state.q[name] = number;
  }

  function inverter(sn: string, group: string, what: string, text: string, nowMs: number): DtuRow[] {
    const state = stateOf(sn);
    if (!state) return [];
    if (group === 'status') {
      if (what === 'last_update') return updated(state, text, nowMs);
      if (what === 'reachable') state.reachable = text === '1';
      if (what === 'producing') state.producing = text === '1';
      if (what === 'limit_relative' && text.trim() !== '' && Number.isFinite(Number(text)))
        state.limitPercent = Number(text);
    } else if (group === 'device') {
      if (what === 'fwbuildversion') note(state, 'firmware', text);
      if (what === 'hwversion') note(state, 'hardware', text);
    } else if (/^[0-6]$/.test(group)) {
      const number = Number(text);
      if (text.trim() === '' || !Number.isFinite(number)) return [];
      const input = Number(group);
      if (input === 0) {
        const [name, factor] = (Object.hasOwn(AC, what) ? AC[what] : undefined) ?? [];
        // to the thousandth that it came with, not to what doubles make of it
        if (name) value(state, name, factor === 1 ? number : Math.round(number * factor!), nowMs);
      } else if (Object.hasOwn(DC, what)) {
        if (input > state.inputs) {
          state.inputs = input;
          changes++;
        }
        value(state, `input${input}${DC[what]}`, number, nowMs);
      }
    }
    return [];
  }

  function note(state: State, field: 'firmware' | 'hardware' | 'name', text: string): void {
    if (state[field] === text) return;
    state[field] = text;
    if (state.tells) changes++;
  }

  /** Behind a broker of one's own a restart is no new connection. */
  function noteUptime(uptimeS: number, saidMs: number): void {
    if (running && uptimeS < running.uptimeS) changes++;
    running = { uptimeS, saidMs };
  }

  return {
    model: NAME,
    heard(path, text, nowMs, atMs = nowMs) {
      const [first = '', second = '', third, ...rest] = path.split('/');
      if (rest.length > 0) return [];
      if (first === 'dtu') {
        if (second === 'rssi' && third === undefined && Number.isFinite(Number(text)))
          signalDbm = Math.round(Number(text));
        if (second === 'uptime' && third === undefined && Number.isFinite(Number(text))) noteUptime(Number(text), atMs);
        if (second === 'status' && third === undefined) online = text === 'online';
        return [];
      }
      // It writes the letters of a number small, whatever is printed on the inverter.
      if (!/^[0-9A-F]{6,16}$/i.test(first)) return [];
      const sn = first.toUpperCase();
      if (third !== undefined) return inverter(sn, second, third, text, nowMs);
      const state = second === 'name' ? stateOf(sn) : undefined;
      if (state) note(state, 'name', text);
      return [];
    },
    settled(nowMs) {
      return [...states.values()].flatMap((state) => {
        const isOver = isWhole(state) && nowMs - state.lastMs >= QUIET_MS && isOfLast(state, nowMs);
        return isOver ? wholeRow(state, state.updatedS) : [];
      });
    },
    isWaiting: () => [...states.values()].some(isWhole),
    inverters: () =>
      [...states.values()]
        .filter(({ tells }) => tells)
        .map(({ sn, name, firmware, hardware, inputs }) => ({ sn, name, firmware, hardware, inputs })),
    held() {
      const said = held;
      held = [];
      return said;
    },
    changes: () => changes,
    signalDbm: () => signalDbm,
    // Not rounded: when it began is that instant less this, whenever it is asked.
    uptimeS: (atMs) => running && running.uptimeS + Math.max(0, atMs - running.saidMs) / 1000,
    online: () => online,
  };
}
