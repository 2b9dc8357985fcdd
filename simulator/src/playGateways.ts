// Plays gateways over MQTT: each announces itself, reports at its interval, stores what it could not send, and reconnects as a real one does.
import type { BatterySettings } from '@heliograph/contract/batterySettings.ts';
import { appliedStrategy } from './battery.ts';
import { type CommandFault, Commands } from './commands.ts';
import { dayOf } from './daylight.ts';
import { has, lasts } from './faults.ts';
import type { FleetGateway, FleetSite } from './fleetSite.ts';
import { type Broker, type GatewayLink, openLink } from './gatewayLink.ts';
import { announceAt, type GatewayOverrides, nextReportMs, type Row, rowsAt, versionsAt } from './gatewayReports.ts';
import { withStrategy } from './plantDay.ts';
import type { PlayClock } from './play.ts';
import { playOpenDtuGateway } from './playDialect.ts';
import { hash } from './random.ts';
import type { UpdateSource } from './update.ts';
import { Withheld } from './withheld.ts';

export type GatewaysPlay = {
  broker: Broker;
  fleet: readonly FleetSite[];
  /** Undefined: the gateway has no password and waits to be claimed. */
  passwordOf(sn: string): string | undefined;
  clock: PlayClock;
  /** False: the gateways run on simulated time and ignore the portal's clock. */
  obeysTime?: boolean;
  /** Version that an update installed in a device before this play; undefined: the factory's. */
  installedOf?(sn: string): string | undefined;
  /** Trusted key of firmware; without one every update is refused. */
  updates?: UpdateSource;
  /** Way in which all gateways fail at commands. */
  commandFault?: CommandFault | undefined;
  signal: AbortSignal;
  onSent?(sent: { gateway: string; rows: number; backlog: number }): void;
  onUnreached?(gateway: string): void;
};

/** Limits of one packet, within those of the portal. */
const maxPacketBytes = 200_000;
const maxPacketRows = 1_500;
/** Rows in a gateway's memory; the oldest are lost. */
const maxBacklogRows = 200_000;
const waitMs = { first: 1_000, max: 64_000 };
/** Missed reports older than this are not measured afterwards, as after the host was suspended. */
const maxCatchUpMs = 10 * 60_000;
/** Boot times of a gateway and of a machine. */
const bootMs = { gateway: 15_000, machine: 60_000 };

/** Plays until the signal aborts; then every gateway disconnects properly. */
export async function playGateways(play: GatewaysPlay): Promise<void> {
  await Promise.all(
    play.fleet.flatMap((site) => {
      const withheld = new Withheld();
      const played = { site };
      return site.gateways.map((gateway) =>
        gateway.dialect
          ? playOpenDtuGateway(play, site, gateway, withheld)
          : new Player(play, played, gateway, withheld).run(),
      );
    }),
  );
}

/** MQTT protocol version of a gateway: 3.1.1 (4) or 5, as both are used in the field. */
export const versionOf = (sn: string): 4 | 5 => (hash(sn, 'mqtt') % 2 === 0 ? 4 : 5);

class Player {
  private readonly play: GatewaysPlay;
  /** Shared by all gateways of a plant: a battery setting received by one affects the meter on another. */
  private readonly played: { site: FleetSite };
  private readonly gateway: FleetGateway;
  private link: GatewayLink | null = null;
  /** Unsent rows as JSON, oldest first. */
  private backlog: string[] = [];
  private attempts = 0;
  private nextAttemptMs = Number.NEGATIVE_INFINITY;
  /** Difference of its own clock to the simulated time; positive: ahead. */
  private aheadMs = 0;
  private announced = '';
  private clockWasWrong = false;
  private readonly withheld: Withheld;
  private readonly commands: Commands;
  private appliedSettings: BatterySettings | null = null;
  /** Unacknowledged command results as JSON. */
  private results: string[] = [];
  /** Last restart by command; planned restarts are faults. */
  private restartedMs = Number.NEGATIVE_INFINITY;
  /** Aborted by an incoming command, which must not wait for the next report; then replaced. */
  private wake = new AbortController();

  constructor(play: GatewaysPlay, played: { site: FleetSite }, gateway: FleetGateway, withheld: Withheld) {
    this.play = play;
    this.played = played;
    this.gateway = gateway;
    this.withheld = withheld;
    const battery = played.site.home?.battery ?? null;
    this.commands = new Commands(gateway, play.updates ?? {}, { fault: play.commandFault, battery });
  }

  private get site(): FleetSite {
    return this.played.site;
  }

  async run(): Promise<void> {
    const { clock, signal } = this.play;
    let reportMs = nextReportMs(this.gateway, clock.nowMs());
    while (!signal.aborted) {
      await this.step();
      const next = Math.min(reportMs, this.nextChangeMs());
      await clock.waitUntil(next, AbortSignal.any([signal, this.wake.signal, ...(this.link ? [this.link.ended] : [])]));
      if (signal.aborted) break;
      if (this.wake.signal.aborted) this.wake = new AbortController();
      const nowMs = clock.nowMs();
      this.keepClock(nowMs);
      if (nowMs - reportMs > maxCatchUpMs) reportMs = nextReportMs(this.gateway, nowMs);
      for (; reportMs <= nowMs; reportMs += this.gateway.intervalS * 1000) this.measure(reportMs);
    }
    await this.leave();
  }

  /** Next instant with work other than measuring. */
  private nextChangeMs(): number {
    const nowMs = this.play.clock.nowMs();
    const faults = [this.gateway, ...this.gateway.machines].flatMap((one) => one.faults);
    const edges = faults.flatMap((fault) => {
      if (fault.kind === 'restart') return [fault.fromMs, fault.fromMs + bootMs.gateway];
      if (!['outage', 'clockJump', 'firmware'].includes(fault.kind)) return [];
      return 'toMs' in fault ? [fault.fromMs, fault.toMs!] : [fault.fromMs];
    });
    const attemptMs = this.link || this.isOut(nowMs) ? [] : [this.nextAttemptMs];
    const own = [this.restartedMs + bootMs.gateway, Math.max(this.commands.nextMs(), nowMs + 1)];
    return Math.min(...[...edges, ...attemptMs, ...own].filter((atMs) => atMs > nowMs), Number.POSITIVE_INFINITY);
  }

  /** Whether it was switched on too recently to work. */
  private isBooting(atMs: number): boolean {
    const starts = this.gateway.faults.flatMap((fault) => (fault.kind === 'restart' ? [fault.fromMs] : []));
    return [...starts, this.restartedMs].some((fromMs) => lasts({ fromMs, toMs: fromMs + bootMs.gateway }, atMs));
  }

  private own(): GatewayOverrides {
    const { commands, play, restartedMs } = this;
    return { firmwareOf: (sn) => commands.firmwareOf(sn) ?? play.installedOf?.(sn), restartedMs };
  }

  private isOut(atMs: number): boolean {
    return has(this.gateway.faults, 'outage', atMs);
  }

  /** Moves the clock once at a planted jump; after the jump the gateway announces itself to receive the time. */
  private keepClock(nowMs: number): void {
    const jump = this.gateway.faults.find((fault) => fault.kind === 'clockJump');
    if (!jump) return;
    const isWrong = has(this.gateway.faults, 'clockJump', nowMs);
    if (isWrong && !this.clockWasWrong) this.aheadMs += jump.byS * 1000;
    if (!isWrong && this.clockWasWrong) this.announced = '';
    this.clockWasWrong = isWrong;
  }

  private measure(atMs: number): void {
    if (this.isBooting(atMs)) return;
    // A device's clock has whole seconds.
    const stampMs = atMs + Math.round(this.aheadMs / 1000) * 1000;
    this.commands.returnLimits(atMs);
    const rows = rowsAt(this.site, this.gateway, atMs, stampMs).filter(({ sn }) => !this.isRestarting(sn, atMs));
    for (const row of this.withCommands(rows, atMs)) this.backlog.push(JSON.stringify(row));
    if (this.backlog.length > maxBacklogRows) this.backlog = this.backlog.slice(-maxBacklogRows);
  }

  /** Whether a machine is restarting after a command. */
  private isRestarting(sn: string, atMs: number): boolean {
    const fromMs = this.commands.settingsOf(sn)?.restartedMs ?? null;
    return fromMs !== null && lasts({ fromMs, toMs: fromMs + bootMs.machine }, atMs);
  }

  /** Rows after the effect of commands: machines that feed in first, then those that measure the difference. */
  private withCommands(rows: readonly Row[], atMs: number): Row[] {
    const day = dayOf(this.site.timeZone, atMs);
    const machineOf = (sn: string) => this.gateway.machines.find((one) => one.sn === sn)!;
    const limited = rows.map((row) => {
      const machine = machineOf(row.sn);
      if (machine.inputs.length === 0) return row;
      return { ...row, q: this.withheld.output(machine, row.q, this.commands.settingsOf(row.sn), atMs, day) };
    });
    if (this.withheld.isNone) return limited;
    return limited.map((row) => {
      const machine = machineOf(row.sn);
      return ['meter', 'hybrid'].includes(machine.kind)
        ? { ...row, q: this.withheld.metered(machine, row.q, atMs) }
        : row;
    });
  }

  /** Executes commands that are due; a machine is reachable if it has a row now. */
  private async executeDue(link: GatewayLink): Promise<void> {
    const nowMs = this.play.clock.nowMs();
    if (this.commands.nextMs() <= nowMs) {
      const awake = new Set(rowsAt(this.site, this.gateway, nowMs).map(({ sn }) => sn));
      const isAwake = (sn: string): boolean => awake.has(sn) && !this.isRestarting(sn, nowMs);
      const { results, restarts } = await this.commands.executeDue(nowMs, nowMs + this.aheadMs, isAwake);
      this.results.push(...results.map((result) => JSON.stringify(result)));
      this.applyBatterySettings(nowMs);
      if (restarts) {
        await this.sendResults(link);
        this.restartedMs = nowMs;
        link.drop();
        this.link = null;
        this.nextAttemptMs = Number.NEGATIVE_INFINITY;
        return;
      }
    }
    await this.sendResults(link);
  }

  /** Applies new battery settings to the plant from now on. */
  private applyBatterySettings(nowMs: number): void {
    const { batterySettings } = this.commands;
    const battery = this.site.home?.battery;
    if (!battery || batterySettings === null || batterySettings === this.appliedSettings) return;
    this.appliedSettings = batterySettings;
    this.played.site = withStrategy(this.site, nowMs, appliedStrategy(battery, batterySettings));
  }

  private async sendResults(link: GatewayLink): Promise<void> {
    for (let result = this.results[0]; result !== undefined; result = this.results[0]) {
      await link.publish('result', result);
      this.results.shift();
    }
  }

  private receive(payload: string): void {
    const nowMs = this.play.clock.nowMs();
    const result = this.commands.receive(payload, nowMs, nowMs + this.aheadMs);
    if (result === null) return;
    this.results.push(JSON.stringify(result));
    this.wake.abort();
  }

  /** Connects or disconnects as required, and sends the backlog. */
  private async step(): Promise<void> {
    const { clock, signal } = this.play;
    const nowMs = clock.nowMs();
    if (this.link?.ended.aborted) this.onConnectionLost(nowMs);
    if (this.isOut(nowMs) || this.isBooting(nowMs)) {
      this.link?.drop();
      this.link = null;
      this.nextAttemptMs = Number.NEGATIVE_INFINITY;
      return;
    }
    if (!this.link && nowMs < this.nextAttemptMs) return;
    try {
      if (!this.link) {
        const { sn } = this.gateway;
        const version = versionOf(sn);
        const onCommand = (payload: string): void => this.receive(payload);
        this.link = await openLink(this.play.broker, sn, this.play.passwordOf(sn), { version, onCommand });
        this.announced = '';
        await this.link.publish('state', '{"online":true}');
      }
      const versions = versionsAt(this.gateway, nowMs, this.own());
      if (versions !== this.announced) await this.announce(this.link, versions);
      await this.executeDue(this.link);
      while (this.link && this.backlog.length > 0 && !signal.aborted) await this.report(this.link);
      this.attempts = 0;
    } catch {
      this.play.onUnreached?.(this.gateway.sn);
      this.onConnectionLost(clock.nowMs());
    }
  }

  private async announce(link: GatewayLink, versions: string): Promise<void> {
    const { clock, obeysTime = true } = this.play;
    const nowMs = clock.nowMs();
    const nextTime = link.nextTime();
    await link.publish('announce', JSON.stringify(announceAt(this.gateway, nowMs, nowMs + this.aheadMs, this.own())));
    const portalMs = await nextTime;
    if (obeysTime && portalMs !== null) this.aheadMs = portalMs - clock.nowMs();
    else if (!obeysTime) this.aheadMs = 0;
    this.announced = versions;
  }

  /** Sends one packet of the oldest rows; rows without acknowledgement stay in the backlog. */
  private async report(link: GatewayLink): Promise<void> {
    let rows = 0;
    for (let bytes = 0; rows < Math.min(this.backlog.length, maxPacketRows); rows++) {
      bytes += this.backlog[rows]!.length;
      if (bytes > maxPacketBytes) break;
    }
    await link.publish('report', `{"v":1,"devices":[${this.backlog.slice(0, rows).join(',')}]}`);
    this.backlog = this.backlog.slice(rows);
    this.play.onSent?.({ gateway: this.gateway.sn, rows, backlog: this.backlog.length });
  }

  /** Schedules the next attempt: after a second, doubled each time, with jitter by gateway. */
  private onConnectionLost(nowMs: number): void {
    this.link?.drop();
    this.link = null;
    const delayMs = Math.min(waitMs.max, waitMs.first * 2 ** this.attempts);
    this.nextAttemptMs = nowMs + delayMs * (0.75 + (hash(this.gateway.sn, this.attempts) & 0xff) / 512);
    this.attempts++;
  }

  private async leave(): Promise<void> {
    try {
      await this.link?.publish('state', '{"online":false}');
      await this.link?.close();
    } catch {
      this.link?.drop();
    }
  }
}
