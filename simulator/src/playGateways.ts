// Plays gateways over MQTT: each announces itself, reports in its interval, keeps what it could not send, and comes back as a real one does.
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
  /** Undefined: it has none, and waits to be claimed. */
  passwordOf(sn: string): string | undefined;
  clock: PlayClock;
  /** False: the portal lives at another time than these gateways, who therefore do not take its. */
  obeysTime?: boolean;
  /** Who may sign a firmware; nobody: every update is refused. */
  updates?: UpdateSource;
  /** How all of them fail at commands. */
  commandFault?: CommandFault | undefined;
  signal: AbortSignal;
  onSent?(sent: { gateway: string; rows: number; backlog: number }): void;
  onUnreached?(gateway: string): void;
};

/** What a packet may hold, and the portal takes of one. */
const bytesAtMost = 200_000;
const rowsAtMost = 1_500;
/** A gateway's memory; the oldest is lost. */
const keptAtMost = 200_000;
const waitMs = { first: 1_000, most: 64_000 };
/** Longer ago than this nothing is measured after the fact, as when this machine was asleep. */
const lateAtMostMs = 10 * 60_000;
/** From switching on, or from restarting, until a gateway or a machine works. */
const bootMs = { gateway: 15_000, machine: 60_000 };

/** Until the signal aborts; then every gateway says goodbye. */
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

/** Of MQTT: both 3.1.1 (4) and 5 are spoken in the field. */
export const versionOf = (sn: string): 4 | 5 => (hash(sn, 'mqtt') % 2 === 0 ? 4 : 5);

class Player {
  private readonly play: GatewaysPlay;
  /** One for all gateways of a plant: what its battery is told on one, the meter on another measures. */
  private readonly played: { site: FleetSite };
  private readonly gateway: FleetGateway;
  private link: GatewayLink | null = null;
  /** Oldest first: JSON of rows. */
  private kept: string[] = [];
  private tries = 0;
  private nextTryMs = Number.NEGATIVE_INFINITY;
  /** How far its own clock is ahead. */
  private aheadMs = 0;
  private announced = '';
  private clockWasWrong = false;
  private readonly withheld: Withheld;
  private readonly commands: Commands;
  private followed: BatterySettings | null = null;
  /** JSON of results that are not acknowledged yet. */
  private results: string[] = [];
  /** As it was told to; the plan's restarts are faults. */
  private restartedMs = Number.NEGATIVE_INFINITY;
  /** Aborted by what comes in, which is not to wait for the next report; then it is another one. */
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
      if (nowMs - reportMs > lateAtMostMs) reportMs = nextReportMs(this.gateway, nowMs);
      for (; reportMs <= nowMs; reportMs += this.gateway.intervalS * 1000) this.measure(reportMs);
    }
    await this.leave();
  }

  /** The next instant at which something is to be done beside measuring. */
  private nextChangeMs(): number {
    const nowMs = this.play.clock.nowMs();
    const faults = [this.gateway, ...this.gateway.machines].flatMap((one) => one.faults);
    const edges = faults.flatMap((fault) => {
      if (fault.kind === 'restart') return [fault.fromMs, fault.fromMs + bootMs.gateway];
      if (!['outage', 'clockJump', 'firmware'].includes(fault.kind)) return [];
      return 'toMs' in fault ? [fault.fromMs, fault.toMs!] : [fault.fromMs];
    });
    const tryMs = this.link || this.isOut(nowMs) ? [] : [this.nextTryMs];
    const own = [this.restartedMs + bootMs.gateway, Math.max(this.commands.nextMs(), nowMs + 1)];
    return Math.min(...[...edges, ...tryMs, ...own].filter((atMs) => atMs > nowMs), Number.POSITIVE_INFINITY);
  }

  /** Switched on a moment ago, it does nothing yet. */
  private isBooting(atMs: number): boolean {
    const starts = this.gateway.faults.flatMap((fault) => (fault.kind === 'restart' ? [fault.fromMs] : []));
    return [...starts, this.restartedMs].some((fromMs) => lasts({ fromMs, toMs: fromMs + bootMs.gateway }, atMs));
  }

  private own(): GatewayOverrides {
    return { firmwareOf: (sn) => this.commands.firmwareOf(sn), restartedMs: this.restartedMs };
  }

  private isOut(atMs: number): boolean {
    return has(this.gateway.faults, 'outage', atMs);
  }

  /** A planted jump moves its clock once; when it is over it asks for the time by announcing itself. */
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
    // A device's clock shows seconds.
    const stampMs = atMs + Math.round(this.aheadMs / 1000) * 1000;
    this.commands.returnLimits(atMs);
    const rows = rowsAt(this.site, this.gateway, atMs, stampMs).filter(({ sn }) => !this.isBegun(sn, atMs));
    for (const row of this.asTold(rows, atMs)) this.kept.push(JSON.stringify(row));
    if (this.kept.length > keptAtMost) this.kept = this.kept.slice(-keptAtMost);
  }

  /** A machine that was told to restart is away for a while. */
  private isBegun(sn: string, atMs: number): boolean {
    const fromMs = this.commands.toldTo(sn)?.restartedMs ?? null;
    return fromMs !== null && lasts({ fromMs, toMs: fromMs + bootMs.machine }, atMs);
  }

  /** What machines say when they do as they were told; who feeds in first, then who measures what is missing. */
  private asTold(rows: readonly Row[], atMs: number): Row[] {
    const day = dayOf(this.site.timeZone, atMs);
    const machineOf = (sn: string) => this.gateway.machines.find((one) => one.sn === sn)!;
    const told = rows.map((row) => {
      const machine = machineOf(row.sn);
      if (machine.inputs.length === 0) return row;
      return { ...row, q: this.withheld.output(machine, row.q, this.commands.toldTo(row.sn), atMs, day) };
    });
    if (this.withheld.isNone) return told;
    return told.map((row) => {
      const machine = machineOf(row.sn);
      return ['meter', 'hybrid'].includes(machine.kind)
        ? { ...row, q: this.withheld.metered(machine, row.q, atMs) }
        : row;
    });
  }

  /** What came in and is due: what can be reached is what has something to say. */
  private async obey(link: GatewayLink): Promise<void> {
    const nowMs = this.play.clock.nowMs();
    if (this.commands.nextMs() <= nowMs) {
      const awake = new Set(rowsAt(this.site, this.gateway, nowMs).map(({ sn }) => sn));
      const isAwake = (sn: string): boolean => awake.has(sn) && !this.isBegun(sn, nowMs);
      const { results, restarts } = await this.commands.obey(nowMs, nowMs + this.aheadMs, isAwake);
      this.results.push(...results.map((result) => JSON.stringify(result)));
      this.followBattery(nowMs);
      if (restarts) {
        await this.tell(link);
        this.restartedMs = nowMs;
        link.drop();
        this.link = null;
        this.nextTryMs = Number.NEGATIVE_INFINITY;
        return;
      }
    }
    await this.tell(link);
  }

  /** What the battery was told decides what the plant does from now on. */
  private followBattery(nowMs: number): void {
    const { batterySettings } = this.commands;
    const battery = this.site.home?.battery;
    if (!battery || batterySettings === null || batterySettings === this.followed) return;
    this.followed = batterySettings;
    this.played.site = withStrategy(this.site, nowMs, appliedStrategy(battery, batterySettings));
  }

  private async tell(link: GatewayLink): Promise<void> {
    for (let result = this.results[0]; result !== undefined; result = this.results[0]) {
      await link.publish('result', result);
      this.results.shift();
    }
  }

  private heard(payload: string): void {
    const nowMs = this.play.clock.nowMs();
    const result = this.commands.heard(payload, nowMs, nowMs + this.aheadMs);
    if (result === null) return;
    this.results.push(JSON.stringify(result));
    this.wake.abort();
  }

  /** Brings the connection to where it should be, and sends all that is kept. */
  private async step(): Promise<void> {
    const { clock, signal } = this.play;
    const nowMs = clock.nowMs();
    if (this.link?.ended.aborted) this.lost(nowMs);
    if (this.isOut(nowMs) || this.isBooting(nowMs)) {
      this.link?.drop();
      this.link = null;
      this.nextTryMs = Number.NEGATIVE_INFINITY;
      return;
    }
    if (!this.link && nowMs < this.nextTryMs) return;
    try {
      if (!this.link) {
        const { sn } = this.gateway;
        const version = versionOf(sn);
        const onCommand = (payload: string): void => this.heard(payload);
        this.link = await openLink(this.play.broker, sn, this.play.passwordOf(sn), { version, onCommand });
        this.announced = '';
        await this.link.publish('state', '{"online":true}');
      }
      const versions = versionsAt(this.gateway, nowMs, this.own());
      if (versions !== this.announced) await this.announce(this.link, versions);
      await this.obey(this.link);
      while (this.link && this.kept.length > 0 && !signal.aborted) await this.report(this.link);
      this.tries = 0;
    } catch {
      this.play.onUnreached?.(this.gateway.sn);
      this.lost(clock.nowMs());
    }
  }

  private async announce(link: GatewayLink, versions: string): Promise<void> {
    const { clock, obeysTime = true } = this.play;
    const nowMs = clock.nowMs();
    const told = link.timeTold();
    await link.publish('announce', JSON.stringify(announceAt(this.gateway, nowMs, nowMs + this.aheadMs, this.own())));
    const portalMs = await told;
    if (obeysTime && portalMs !== null) this.aheadMs = portalMs - clock.nowMs();
    else if (!obeysTime) this.aheadMs = 0;
    this.announced = versions;
  }

  /** One packet, of the oldest; what was not acknowledged is sent again. */
  private async report(link: GatewayLink): Promise<void> {
    let rows = 0;
    for (let bytes = 0; rows < Math.min(this.kept.length, rowsAtMost); rows++) {
      bytes += this.kept[rows]!.length;
      if (bytes > bytesAtMost) break;
    }
    await link.publish('report', `{"v":1,"devices":[${this.kept.slice(0, rows).join(',')}]}`);
    this.kept = this.kept.slice(rows);
    this.play.onSent?.({ gateway: this.gateway.sn, rows, backlog: this.kept.length });
  }

  /** It waits a second, then twice as long each time; no two gateways equally long. */
  private lost(nowMs: number): void {
    this.link?.drop();
    this.link = null;
    const longMs = Math.min(waitMs.most, waitMs.first * 2 ** this.tries);
    this.nextTryMs = nowMs + longMs * (0.75 + (hash(this.gateway.sn, this.tries) & 0xff) / 512);
    this.tries++;
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
