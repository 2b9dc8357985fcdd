// Command handling of a gateway: accepts or refuses each command at once, executes it once and reports the new values (docs/devices/protocol.md).
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

/** Device settings changed by command, which differ from the factory's. */
export type AppliedSettings = {
  limitPercent: number;
  /** The limit that applies from `atMs` on unless the command is repeated; null: the limit holds until the next one. */
  returns: { percent: number; afterS: number; atMs: number } | null;
  isOn: boolean;
  /** Null: the factory's. */
  firmware: string | null;
  /** Time of the last restart by command; null: none. */
  restartedMs: number | null;
  parameters: Record<string, number>;
};

export type Obeyed = {
  results: CommandResult[];
  /** The gateway itself restarts. */
  restarts: boolean;
};

export type Range = { usual: number; min: number; max: number; step: number };

/** Grid protection parameters of devices that feed in, rounded to their own steps; the rounded values are read back. */
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
/** Factory settings. */
export const FACTORY: AppliedSettings = {
  limitPercent: 100,
  returns: null,
  isOn: true,
  firmware: null,
  restartedMs: null,
  parameters: {},
};
/** Response time of a device over radio or power line; it varies. */
const responseMs = { least: 800, more: 2_400 };
/** Delay under the fault `late`. */
export const lateMs = 40_000;
/** Number of results remembered, so that a repeated command is not executed twice. */
const maxRemembered = 500;

type PendingCommand = { command: Command; dueMs: number };

/** Ways in which a gateway may fail at commands, one per step. */
export const COMMAND_FAULTS = [
  /** Answers nothing. */
  'deaf',
  /** Refuses every command. */
  'refuses',
  /** Writes, and restarts before it reports the result. */
  'dies',
  /** Reports success, but keeps the old value. */
  'forgets',
  /** Writes, but answers no read. */
  'mute',
  /** Executes the command long after it was sent. */
  'late',
  /** Reports its limit, but produces as much as before. */
  'lies',
  /** Updates: the download fails, the file is damaged, no signature is trusted, or it restarts with the old version. */
  ...UPDATE_FAULTS,
] as const;
export type CommandFault = (typeof COMMAND_FAULTS)[number];

export class Commands {
  private readonly gateway: FleetGateway;
  private readonly updates: UpdateSource;
  private readonly applied = new Map<string, AppliedSettings>();
  private readonly resultsById = new Map<string, CommandResult>();
  private pending: PendingCommand[] = [];

  private readonly fault: CommandFault | undefined;
  /** The plant's battery, which commands to its hybrids and batteries set. */
  private readonly battery: Battery | null;
  /** Null until a command has changed them. */
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

  /** Returns limits that were not repeated in time to their return value, whether or not the portal is connected. */
  returnLimits(nowMs: number): void {
    for (const [sn, applied] of this.applied) {
      const { returns } = applied;
      if (returns && returns.atMs <= nowMs)
        this.applied.set(sn, { ...applied, limitPercent: returns.percent, returns: null });
    }
  }

  /** Settings changed by command; undefined: none were. */
  settingsOf(sn: string): AppliedSettings | undefined {
    const applied = this.applied.get(sn);
    return applied && this.fault === 'lies' ? { ...applied, limitPercent: 100 } : applied;
  }

  /** Firmware version installed by command; undefined: the factory's. */
  firmwareOf(sn: string): string | undefined {
    return this.applied.get(sn)?.firmware ?? undefined;
  }

  /** When the next pending command is due; infinity: none is pending. */
  nextMs(): number {
    return Math.min(...this.pending.map(({ dueMs }) => dueMs), Number.POSITIVE_INFINITY);
  }

  /** Returns the answer to a message; null: no answer, as without an id. `clockMs` is the gateway's own clock. */
  receive(payload: string, nowMs: number, clockMs: number): CommandResult | null {
    const message = parseJson(payload);
    if (typeof message?.id !== 'string' || message.id === '' || message.id.length > 100) return null;
    const before = this.resultsById.get(message.id);
    if (before) return before;
    const command = message as unknown as Command;
    if (this.fault === 'deaf' || (this.fault === 'mute' && command.do === 'read')) return null;
    const refusal = this.fault === 'refuses' ? 'notReachable' : this.refusalOf(message, clockMs);
    if (refusal) return this.answer(command, clockMs, 'refused', refusal);
    const delayMs = responseMs.least + (hash(this.gateway.sn, command.id) % responseMs.more);
    this.pending.push({ command, dueMs: nowMs + delayMs + (this.fault === 'late' ? lateMs : 0) });
    return this.answer(command, clockMs, 'accepted');
  }

  /** Executes the commands that are due. `isAwake`: whether a device can be reached now; an unreachable one is retried until the command expires. */
  async executeDue(nowMs: number, clockMs: number, isAwake: (sn: string) => boolean): Promise<Obeyed> {
    const due = this.pending.filter(({ dueMs }) => dueMs <= nowMs);
    this.pending = this.pending.filter(({ dueMs }) => dueMs > nowMs);
    const results: CommandResult[] = [];
    let restarts = false;
    for (const { command, dueMs } of due) {
      const isOwn = command.device === this.gateway.sn;
      if (!isOwn && !isAwake(command.device)) {
        if (clockMs >= command.expires) results.push(this.answer(command, clockMs, 'refused', 'notReachable'));
        else this.pending.push({ command, dueMs: Math.max(nowMs, dueMs) + responseMs.least + responseMs.more });
        continue;
      }
      const { refusal, parameters = {} } = await this.execute(command, nowMs);
      if (this.fault === 'dies' && command.do !== 'read' && command.do !== 'update' && !refusal) {
        // Stored, and returned when the same id is received once more.
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

  private async execute(
    { device, do: what, parameters }: Command,
    nowMs: number,
  ): Promise<{ refusal?: CommandRejection; parameters?: Record<string, ParameterValue> }> {
    this.returnLimits(nowMs);
    const current = this.applied.get(device) ?? FACTORY;
    const applied: AppliedSettings = { ...current, parameters: { ...current.parameters } };
    if (what === 'update') {
      const fault = UPDATE_FAULTS.find((one) => one === this.fault);
      const { refusal, version } = await checkUpdate(parameters, this.updates, fault);
      if (refusal) return { refusal };
      const firmware = fault === 'rollsBack' ? current.firmware : version;
      this.applied.set(device, { ...applied, firmware, restartedMs: nowMs });
      return { parameters: { version } };
    }
    if (what === 'on' || what === 'off') applied.isOn = what === 'on';
    if (what === 'limit') {
      const { limitPercent, returnPercent, returnAfterS } = parameters as Record<string, number | undefined>;
      applied.limitPercent = inSteps(limitPercent!, limitRange);
      applied.returns =
        returnPercent === undefined || returnAfterS === undefined
          ? null
          : { percent: inSteps(returnPercent, limitRange), afterS: returnAfterS, atMs: nowMs + returnAfterS * 1000 };
    }
    if (what === 'write') {
      for (const [name, value] of Object.entries(parameters))
        applied.parameters[name] = inSteps(value as number, this.rangesOf(device)[name]!);
    }
    if (what === 'restart') applied.restartedMs = nowMs;
    // With the fault `forgets` a restart is reported, too, but not executed.
    if (this.fault !== 'forgets') {
      this.applied.set(device, applied);
      if (what === 'write' && this.battery && Object.keys(parameters).some(isBatteryParameter))
        this.batterySettings = settingsFromCommands(this.battery, applied.parameters);
    }
    if (what === 'restart') return {};
    if (what === 'on' || what === 'off') return { parameters: { on: applied.isOn } };
    if (what === 'limit') return { parameters: limitParameters(applied) };
    const all = this.parametersOf(device, applied, nowMs);
    const requested = Object.keys(parameters);
    return {
      parameters:
        requested.length === 0
          ? all
          : Object.fromEntries(requested.flatMap((name) => (name in all ? [[name, all[name]!]] : []))),
    };
  }

  /** All parameters that can be read from a device. */
  private parametersOf(sn: string, applied: AppliedSettings, nowMs: number): Record<string, ParameterValue> {
    const ranges = this.rangesOf(sn);
    const values = Object.entries(ranges).map(
      ([name, { usual }]) => [name, applied.parameters[name] ?? usual] as const,
    );
    const output: Record<string, ParameterValue> = this.feedsIn(sn)
      ? { ...limitParameters(applied), on: applied.isOn, uptimeS: uptimeS(applied, nowMs) }
      : {};
    return { ...Object.fromEntries(values), ...output };
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
      // A gateway monitors the grid for all devices attached to it.
      ...(sn === this.gateway.sn || this.feedsIn(sn) ? PROTECTION : {}),
      ...(isSettable ? batteryRanges(this.battery!) : {}),
    };
  }

  private refusalOf(message: Record<string, unknown>, clockMs: number): CommandRejection | undefined {
    const { v, device, do: what, parameters = {}, expires } = message;
    if (v !== 1 || typeof device !== 'string' || typeof what !== 'string' || typeof expires !== 'number')
      return 'malformed';
    if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) return 'malformed';
    message.parameters = parameters;
    if (clockMs > expires) return 'expired';
    if (device !== this.gateway.sn && !this.machine(device)) return 'unknownDevice';
    if (!(COMMANDS as readonly string[]).includes(what)) return 'unknownCommand';
    // Only devices that feed in can be switched or limited.
    if (['on', 'off', 'limit'].includes(what) && !this.feedsIn(device)) return 'unknownCommand';
    if (what === 'read') {
      const known = [
        ...Object.keys(this.parametersOf(device, FACTORY, clockMs)),
        ...(this.feedsIn(device) ? RETURNS : []),
      ];
      return Object.keys(parameters).every((name) => known.includes(name)) ? undefined : 'unknownParameter';
    }
    if (what === 'write') {
      const refusal = refusalOfValues(parameters as Record<string, unknown>, this.rangesOf(device));
      const current = { ...this.applied.get(device)?.parameters, ...(parameters as Record<string, number>) };
      if (refusal || !this.battery || !Object.keys(parameters).some(isBatteryParameter)) return refusal;
      return refusesSet(this.battery, current) ? 'outOfRange' : undefined;
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
    this.resultsById.delete(id);
    this.resultsById.set(id, result);
    if (this.resultsById.size > maxRemembered) this.resultsById.delete(this.resultsById.keys().next().value!);
    return result;
  }
}

/** Seconds since the start of the UTC day, or since the last restart by command. */
const uptimeS = ({ restartedMs }: AppliedSettings, nowMs: number): number =>
  Math.floor((nowMs - (restartedMs ?? nowMs - (nowMs % 86_400_000))) / 1000);

const limitRange: Range = { usual: 100, min: 0, max: 100, step: 0.1 };
const returnRange: Range = { usual: 1_800, min: 60, max: 86_400, step: 1 };

const RETURNS = ['returnPercent', 'returnAfterS'];

const limitParameters = ({ limitPercent, returns }: AppliedSettings): Record<string, number> => ({
  limitPercent,
  ...(returns ? { returnPercent: returns.percent, returnAfterS: returns.afterS } : {}),
});

/** The return value and its delay come together or not at all. */
function refusalOfLimit(values: Record<string, unknown>): CommandRejection | undefined {
  if (values.limitPercent === undefined || (values.returnPercent === undefined) !== (values.returnAfterS === undefined))
    return 'malformed';
  return refusalOfValues(values, { limitPercent: limitRange, returnPercent: limitRange, returnAfterS: returnRange });
}

/** A command with one wrong value writes nothing. */
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

function parseJson(payload: string): Record<string, unknown> | undefined {
  try {
    const message: unknown = JSON.parse(payload);
    return typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
