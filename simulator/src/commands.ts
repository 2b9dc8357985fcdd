// A gateway's handling of commands: it accepts or refuses each at once, executes it once and reports the new values (docs/devices/protocol.md).
import { type BatterySettings, isBatteryParameter } from '@heliograph/contract/batterySettings.ts';
import {
  COMMANDS,
  type Command,
  type CommandRejection,
  type CommandResult,
  type ParameterValue,
} from '@heliograph/contract/report.ts';
import type { Battery } from './battery.ts';
import { batteryRanges, refusesSet, settingsFromCommands } from './batteryTold.ts';
import type { FleetGateway, FleetMachine } from './fleetSite.ts';
import { hash } from './random.ts';
import { checkUpdate, UPDATE_FAULTS, type UpdateSource } from './update.ts';

/** What of a device is as it was told, and no longer as it came from the factory. */
export type AppliedSettings = {
  limitPercent: number;
  /** What the limit is when it has not been told again until then; null: it holds until another is told. */
  returns: { percent: number; afterS: number; atMs: number } | null;
  isOn: boolean;
  /** Null: its own. */
  firmware: string | null;
  /** When it was told to restart; null: never. */
  restartedMs: number | null;
  parameters: Record<string, number>;
};

export type Obeyed = {
  results: CommandResult[];
  /** The gateway itself starts over. */
  restarts: boolean;
};

export type Range = { usual: number; min: number; max: number; step: number };

/** What devices that feed in keep, in steps of their own: what is read back is what they made of it. */
const PROTECTION: Readonly<Record<string, Range>> = {
  reconnectTimeS: { usual: 60, min: 0, max: 900, step: 1 },
  overVoltageV: { usual: 264.5, min: 230, max: 311, step: 0.1 },
  overVoltageTimeS: { usual: 0.1, min: 0.05, max: 60, step: 0.01 },
  underVoltageV: { usual: 184, min: 23, max: 230, step: 0.1 },
  underVoltageTimeS: { usual: 0.1, min: 0.05, max: 60, step: 0.01 },
  promptProtectionV: { usual: 264.5, min: 230, max: 311, step: 0.1 },
  promptProtectionTimeS: { usual: 0.1, min: 0.05, max: 3, step: 0.01 },
  nominalFrequencyHz: { usual: 50, min: 50, max: 60, step: 10 },
  overFrequencyHz: { usual: 51.5, min: 50, max: 66, step: 0.01 },
  overFrequencyTimeS: { usual: 0.1, min: 0.05, max: 1000, step: 0.01 },
  underFrequencyHz: { usual: 47.5, min: 45, max: 60, step: 0.01 },
  underFrequencyTimeS: { usual: 0.1, min: 0.05, max: 1000, step: 0.01 },
};
/** As it came. */
export const FACTORY: AppliedSettings = {
  limitPercent: 100,
  returns: null,
  isOn: true,
  firmware: null,
  restartedMs: null,
  parameters: {},
};
/** A device answers by radio or by the power line, which takes so long; none twice equally. */
const answersMs = { least: 800, more: 2_400 };
/** How late one is that is. */
export const lateMs = 40_000;
/** Of so many commands it knows that they were obeyed. */
const rememberedAtMost = 500;

type Waiting = { command: Command; dueMs: number };

/** How a gateway may fail at commands: at each step another way. */
export const COMMAND_FAULTS = [
  /** It says nothing to any. */
  'deaf',
  /** It refuses each. */
  'refuses',
  /** It writes, and starts over before it has said so. */
  'dies',
  /** It says that it has written, and keeps what it had. */
  'forgets',
  /** It writes, and cannot be read. */
  'mute',
  /** It does it when it is nearly forgotten. */
  'late',
  /** It says that it holds its limit, and makes as much as before. */
  'lies',
  /** Of an update: it gets no file, or another one, trusts nobody's signature, or starts over with what it had. */
  ...UPDATE_FAULTS,
] as const;
export type CommandFault = (typeof COMMAND_FAULTS)[number];

export class Commands {
  private readonly gateway: FleetGateway;
  private readonly updates: UpdateSource;
  private readonly told = new Map<string, AppliedSettings>();
  private readonly answered = new Map<string, CommandResult>();
  private waiting: Waiting[] = [];

  private readonly fault: CommandFault | undefined;
  /** Of the plant, which its hybrids and batteries are told for. */
  private readonly battery: Battery | null;
  /** Since it was told anything. */
  batterySettings: BatterySettings | null = null;

  constructor(
    gateway: FleetGateway,
    updates: UpdateSource,
    { fault, battery = null }: { fault?: CommandFault | undefined; battery?: Battery | null } = {},
  ) {
    this.gateway = gateway;
    this.updates = updates;
    this.fault = fault;
    this.battery = battery;
  }

  /** Limits that nobody has told again in time go back to what was said then, whether or not the portal is there. */
  returnLimits(nowMs: number): void {
    for (const [sn, told] of this.told) {
      const { returns } = told;
      if (returns && returns.atMs <= nowMs)
        this.told.set(sn, { ...told, limitPercent: returns.percent, returns: null });
    }
  }

  /** Undefined: it was never told anything. */
  toldTo(sn: string): AppliedSettings | undefined {
    const told = this.told.get(sn);
    return told && this.fault === 'lies' ? { ...told, limitPercent: 100 } : told;
  }

  /** Undefined: its own. */
  firmwareOf(sn: string): string | undefined {
    return this.told.get(sn)?.firmware ?? undefined;
  }

  /** When the next one is to be looked at; infinity: none waits. */
  nextMs(): number {
    return Math.min(...this.waiting.map(({ dueMs }) => dueMs), Number.POSITIVE_INFINITY);
  }

  /** The answer to what came in; null: it has no id that could be answered. `clockMs` is the gateway's own clock. */
  heard(payload: string, nowMs: number, clockMs: number): CommandResult | null {
    const said = parsed(payload);
    if (typeof said?.id !== 'string' || said.id === '' || said.id.length > 100) return null;
    const before = this.answered.get(said.id);
    if (before) return before;
    const command = said as unknown as Command;
    if (this.fault === 'deaf' || (this.fault === 'mute' && command.do === 'read')) return null;
    const refusal = this.fault === 'refuses' ? 'notReachable' : this.refusalOf(said, clockMs);
    if (refusal) return this.answer(command, clockMs, 'refused', refusal);
    const delayMs = answersMs.least + (hash(this.gateway.sn, command.id) % answersMs.more);
    this.waiting.push({ command, dueMs: nowMs + delayMs + (this.fault === 'late' ? lateMs : 0) });
    return this.answer(command, clockMs, 'accepted');
  }

  /** Obeys what is due. `isAwake`: whether a device can be reached now; who cannot is tried again until the command expires. */
  async obey(nowMs: number, clockMs: number, isAwake: (sn: string) => boolean): Promise<Obeyed> {
    const due = this.waiting.filter(({ dueMs }) => dueMs <= nowMs);
    this.waiting = this.waiting.filter(({ dueMs }) => dueMs > nowMs);
    const results: CommandResult[] = [];
    let restarts = false;
    for (const { command, dueMs } of due) {
      const isOwn = command.device === this.gateway.sn;
      if (!isOwn && !isAwake(command.device)) {
        if (clockMs >= command.expires) results.push(this.answer(command, clockMs, 'refused', 'notReachable'));
        else this.waiting.push({ command, dueMs: Math.max(nowMs, dueMs) + answersMs.least + answersMs.more });
        continue;
      }
      const { refusal, parameters = {} } = await this.doIt(command, nowMs);
      if (this.fault === 'dies' && command.do !== 'read' && command.do !== 'update' && !refusal) {
        // What it would have said it says when the same id comes again.
        this.answer(command, clockMs, 'done', '', parameters);
        restarts = true;
        continue;
      }
      if (refusal) results.push(this.answer(command, clockMs, 'refused', refusal));
      else results.push(this.answer(command, clockMs, 'done', '', parameters));
      const startsOver = command.do === 'update' || (command.do === 'restart' && this.fault !== 'forgets');
      if (!refusal && isOwn && startsOver) restarts = true;
    }
    return { results, restarts };
  }

  private async doIt(
    { device, do: what, parameters }: Command,
    nowMs: number,
  ): Promise<{ refusal?: CommandRejection; parameters?: Record<string, ParameterValue> }> {
    this.returnLimits(nowMs);
    const held = this.told.get(device) ?? FACTORY;
    const told: AppliedSettings = { ...held, parameters: { ...held.parameters } };
    if (what === 'update') {
      const fault = UPDATE_FAULTS.find((one) => one === this.fault);
      const { refusal, version } = await checkUpdate(parameters, this.updates, fault);
      if (refusal) return { refusal };
      const firmware = fault === 'rollsBack' ? held.firmware : version;
      this.told.set(device, { ...told, firmware, restartedMs: nowMs });
      return { parameters: { version } };
    }
    if (what === 'on' || what === 'off') told.isOn = what === 'on';
    if (what === 'limit') {
      const { limitPercent, returnPercent, returnAfterS } = parameters as Record<string, number | undefined>;
      told.limitPercent = inSteps(limitPercent!, limitRange);
      told.returns =
        returnPercent === undefined || returnAfterS === undefined
          ? null
          : { percent: inSteps(returnPercent, limitRange), afterS: returnAfterS, atMs: nowMs + returnAfterS * 1000 };
    }
    if (what === 'write') {
      for (const [name, value] of Object.entries(parameters))
        told.parameters[name] = inSteps(value as number, this.rangesOf(device)[name]!);
    }
    if (what === 'restart') told.restartedMs = nowMs;
    // What forgets also starts over without having done so.
    if (this.fault !== 'forgets') {
      this.told.set(device, told);
      if (what === 'write' && this.battery && Object.keys(parameters).some(isBatteryParameter))
        this.batterySettings = settingsFromCommands(this.battery, told.parameters);
    }
    if (what === 'restart') return {};
    if (what === 'on' || what === 'off') return { parameters: { on: told.isOn } };
    if (what === 'limit') return { parameters: limitHeld(told) };
    const all = this.held(device, told, nowMs);
    const asked = Object.keys(parameters);
    return {
      parameters:
        asked.length === 0
          ? all
          : Object.fromEntries(asked.flatMap((name) => (name in all ? [[name, all[name]!]] : []))),
    };
  }

  /** All that can be read of a device. */
  private held(sn: string, told: AppliedSettings, nowMs: number): Record<string, ParameterValue> {
    const ranges = this.rangesOf(sn);
    const kept = Object.entries(ranges).map(([name, { usual }]) => [name, told.parameters[name] ?? usual] as const);
    const output: Record<string, ParameterValue> = this.feedsIn(sn)
      ? { ...limitHeld(told), on: told.isOn, uptimeS: uptimeS(told, nowMs) }
      : {};
    return { ...Object.fromEntries(kept), ...output };
  }

  private machine(sn: string): FleetMachine | undefined {
    return this.gateway.machines.find((one) => one.sn === sn);
  }

  private feedsIn(sn: string): boolean {
    return (this.machine(sn)?.inputs.length ?? 0) > 0;
  }

  private rangesOf(sn: string): Readonly<Record<string, Range>> {
    const kind = this.machine(sn)?.kind;
    const isSettable = this.battery !== null && (kind === 'hybrid' || kind === 'battery');
    return {
      // A gateway watches the grid for all that hang on it.
      ...(sn === this.gateway.sn || this.feedsIn(sn) ? PROTECTION : {}),
      ...(isSettable ? batteryRanges(this.battery!) : {}),
    };
  }

  private refusalOf(said: Record<string, unknown>, clockMs: number): CommandRejection | undefined {
    const { v, device, do: what, parameters = {}, expires } = said;
    if (v !== 1 || typeof device !== 'string' || typeof what !== 'string' || typeof expires !== 'number')
      return 'malformed';
    if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) return 'malformed';
    said.parameters = parameters;
    if (clockMs > expires) return 'expired';
    if (device !== this.gateway.sn && !this.machine(device)) return 'unknownDevice';
    if (!(COMMANDS as readonly string[]).includes(what)) return 'unknownCommand';
    // Only what feeds in can be switched or limited.
    if (['on', 'off', 'limit'].includes(what) && !this.feedsIn(device)) return 'unknownCommand';
    if (what === 'read') {
      const known = [...Object.keys(this.held(device, FACTORY, clockMs)), ...(this.feedsIn(device) ? RETURNS : [])];
      return Object.keys(parameters).every((name) => known.includes(name)) ? undefined : 'unknownParameter';
    }
    if (what === 'write') {
      const refusal = refusalOfValues(parameters as Record<string, unknown>, this.rangesOf(device));
      const held = { ...this.told.get(device)?.parameters, ...(parameters as Record<string, number>) };
      if (refusal || !this.battery || !Object.keys(parameters).some(isBatteryParameter)) return refusal;
      return refusesSet(this.battery, held) ? 'outOfRange' : undefined;
    }
    if (what === 'limit') return refusalOfLimit(parameters as Record<string, unknown>);
    return undefined;
  }

  private answer(
    { id }: Pick<Command, 'id'>,
    at: number,
    state: CommandResult['state'],
    reason: CommandRejection | '' = '',
    parameters: CommandResult['parameters'] = {},
  ): CommandResult {
    const result: CommandResult = { v: 1, id, at: Math.round(at), state, reason, parameters };
    this.answered.delete(id);
    this.answered.set(id, result);
    if (this.answered.size > rememberedAtMost) this.answered.delete(this.answered.keys().next().value!);
    return result;
  }
}

/** It began with the day unless it was told to start over since. */
const uptimeS = ({ restartedMs }: AppliedSettings, nowMs: number): number =>
  Math.floor((nowMs - (restartedMs ?? nowMs - (nowMs % 86_400_000))) / 1000);

const limitRange: Range = { usual: 100, min: 0, max: 100, step: 0.1 };
const returnRange: Range = { usual: 1_800, min: 60, max: 86_400, step: 1 };

const RETURNS = ['returnPercent', 'returnAfterS'];

const limitHeld = ({ limitPercent, returns }: AppliedSettings): Record<string, number> => ({
  limitPercent,
  ...(returns ? { returnPercent: returns.percent, returnAfterS: returns.afterS } : {}),
});

/** Where it returns to, and when, are said together or not at all. */
function refusalOfLimit(values: Record<string, unknown>): CommandRejection | undefined {
  if (values.limitPercent === undefined || (values.returnPercent === undefined) !== (values.returnAfterS === undefined))
    return 'malformed';
  return refusalOfValues(values, { limitPercent: limitRange, returnPercent: limitRange, returnAfterS: returnRange });
}

/** Nothing is written of a command of which a part is wrong. */
function refusalOfValues(
  values: Record<string, unknown>,
  ranges: Readonly<Record<string, Range>>,
): CommandRejection | undefined {
  const entries = Object.entries(values);
  if (entries.length === 0) return 'malformed';
  for (const [name, value] of entries) {
    const range = Object.hasOwn(ranges, name) ? ranges[name] : undefined;
    if (!range) return 'unknownParameter';
    if (typeof value !== 'number' || !(value >= range.min && value <= range.max)) return 'outOfRange';
  }
  return undefined;
}

const inSteps = (value: number, { step }: Range): number => Math.round(Math.round(value / step) * step * 1000) / 1000;

function parsed(payload: string): Record<string, unknown> | undefined {
  try {
    const said: unknown = JSON.parse(payload);
    return typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
