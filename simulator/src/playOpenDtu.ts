// Plays an OpenDTU: it polls its inverters in turn, publishes in rounds and reconnects as the firmware does.
import mqtt, { type MqttClient } from 'mqtt';
import { type AppliedSettings, type CommandFault, FACTORY, lateMs } from './commands.ts';
import type { Broker } from './gatewayLink.ts';
import {
  type DtuInverter,
  type DtuKnown,
  dtuTopics,
  type Measured,
  statusTopics,
  type Topic,
  totalTopics,
  valueTopics,
} from './openDtu.ts';
import type { PlayClock } from './play.ts';

export type DtuPlay = {
  broker: Broker;
  sn: string;
  password: string | undefined;
  inverters: readonly DtuInverter[];
  /** Measurements under `applied` settings. Null: no answer, because the inverter is asleep or out of reach. */
  measure(inverter: DtuInverter, atMs: number, applied: AppliedSettings): Measured | null;
  clock: PlayClock;
  signal: AbortSignal;
  /** Instants at which it is switched on; the first may be in the past. */
  startsMs: readonly number[];
  pollS?: number;
  publishS?: number;
  /** Way in which it fails at commands; OpenDTU has no message for a refusal. */
  commandFault?: CommandFault | undefined;
  onUnreached?(sn: string): void;
};

/** Defaults of the firmware. */
const defaults = { pollS: 5, publishS: 5 };
const reconnectMs = 2_000;
/** Time from switching on until it has an address and the time. */
const bootMs = 12_000;
/** Number of polls that may go unanswered before an inverter counts as unreachable. */
const reachableThreshold = 2;
/** Offset of a round, which is published when the radio is idle after a poll. */
const roundMs = 2_300;

type State = { inverter: DtuInverter; known: DtuKnown; failures: number; publishedMs: number };
/** Settings of an inverter; `limitPercent` is the persistent limit, which survives a loss of power. */
type InverterSettings = { applied: AppliedSettings; limitPercent: number };

const COMMANDS = [
  'limit_persistent_relative',
  'limit_persistent_absolute',
  'limit_nonpersistent_relative',
  'limit_nonpersistent_absolute',
  'power',
  'restart',
  'reset_rf_stats',
] as const;
/** An inverter that restarts does not answer for this long. */
const inverterBootMs = 60_000;

/** Plays until the signal aborts, then publishes the values received so far. */
export async function playOpenDtu(play: DtuPlay): Promise<void> {
  await new Player(play).run();
}

class Player {
  private readonly play: DtuPlay;
  private readonly pollMs: number;
  private readonly publishMs: number;
  private states: State[] = [];
  private readonly settings = new Map<string, InverterSettings>();
  private onMs = Number.NEGATIVE_INFINITY;
  private client: MqttClient | null = null;
  private attemptedMs = Number.NEGATIVE_INFINITY;
  /** Commands received whose execution the fault `late` delays. */
  private late: { topic: string; text: string; dueMs: number }[] = [];

  constructor(play: DtuPlay) {
    this.play = play;
    this.pollMs = (play.pollS ?? defaults.pollS) * 1000;
    this.publishMs = (play.publishS ?? defaults.publishS) * 1000;
  }

  async run(): Promise<void> {
    const { clock, signal, startsMs } = this.play;
    let pollMs = next(clock.nowMs(), this.pollMs);
    let roundAtMs = next(clock.nowMs(), this.publishMs) + roundMs;
    while (!signal.aborted) {
      const nowMs = clock.nowMs();
      const startMs = Math.max(...startsMs.filter((atMs) => atMs <= nowMs));
      if (startMs !== this.onMs) this.switchOn(startMs);
      if (nowMs - pollMs > this.pollMs) pollMs = next(nowMs, this.pollMs);
      if (nowMs - roundAtMs > this.publishMs) roundAtMs = next(nowMs, this.publishMs) + roundMs;
      const isUp = nowMs - this.onMs >= bootMs;
      if (isUp) await this.connect();
      if (pollMs <= nowMs) {
        if (isUp) this.poll(pollMs);
        pollMs += this.pollMs;
      }
      if (roundAtMs <= nowMs) {
        if (isUp) this.round(nowMs);
        roundAtMs += this.publishMs;
      }
      const starts = startsMs.filter((atMs) => atMs > nowMs);
      const wakeMs = isUp ? [pollMs, roundAtMs] : [this.onMs + bootMs];
      await clock.waitUntil(Math.min(...wakeMs, ...starts), signal);
    }
    if (this.client?.connected) {
      this.round(clock.nowMs());
      this.publish([['dtu/status', 'offline']]);
      await this.client.endAsync();
    }
  }

  /** Switches the gateway on; it starts without any state. */
  private switchOn(atMs: number): void {
    this.onMs = atMs;
    this.drop();
    this.states = this.play.inverters.map((inverter) => ({
      inverter,
      known: { received: null, reachable: false, limitPercent: 100 },
      failures: reachableThreshold + 1,
      publishedMs: 0,
    }));
  }

  private async connect(): Promise<void> {
    const { broker, sn, password, clock } = this.play;
    if (this.client?.connected || clock.nowMs() - this.attemptedMs < reconnectMs) return;
    this.drop();
    this.attemptedMs = clock.nowMs();
    const client = mqtt.connect({
      ...broker,
      clientId: `OpenDTU-${sn.slice(-6)}`,
      username: sn,
      ...(password === undefined ? {} : { password }),
      reconnectPeriod: 0,
      connectTimeout: 10_000,
      keepalive: 15,
      will: { topic: `hg/${sn}/opendtu/dtu/status`, payload: Buffer.from('offline'), qos: 2, retain: true },
    });
    client.on('error', () => {});
    const isConnected = await new Promise<boolean>((resolve) => {
      client.once('connect', () => resolve(true));
      client.once('close', () => resolve(false));
    });
    if (!isConnected) {
      client.end(true);
      this.play.onUnreached?.(sn);
      return;
    }
    this.client = client;
    client.on('message', (topic, payload, { retain }) => {
      const text = payload.toString();
      if (this.play.commandFault === 'late') this.late.push({ topic, text, dueMs: clock.nowMs() + lateMs });
      else this.receive(topic, text, retain);
    });
    this.publish([['dtu/status', 'online']]);
    await client
      .subscribeAsync(
        COMMANDS.map((name) => `hg/${sn}/opendtu/+/cmd/${name}`),
        { qos: 0 },
      )
      .catch(() => {});
  }

  /** Executes a command; ignores a retained non-persistent limit or restart. */
  private receive(topic: string, text: string, isRetained: boolean): void {
    const [serial = '', , what = ''] = topic.slice(`hg/${this.play.sn}/opendtu/`.length).split('/');
    const inverter = this.play.inverters.find((one) => one.serial.toUpperCase() === serial.toUpperCase());
    const value = Number.parseFloat(text);
    if (!inverter || Number.isNaN(value)) return;
    const { commandFault } = this.play;
    if (commandFault === 'deaf' || commandFault === 'refuses' || commandFault === 'forgets') return;
    // Executes the command, and loses its connection.
    if (commandFault === 'dies') this.drop();
    const { applied, limitPercent } = this.settingsOf(inverter);
    const isTemporary = what.startsWith('limit_nonpersistent') || what === 'restart';
    if (isTemporary && isRetained) return;
    if (what === 'power') this.saveSettings(inverter, { applied: { ...applied, isOn: value > 0 }, limitPercent });
    if (what === 'restart' && value === 1) {
      const restartedMs = this.play.clock.nowMs();
      this.saveSettings(inverter, { applied: { ...applied, isOn: true, limitPercent, restartedMs }, limitPercent });
    }
    if (!what.startsWith('limit_')) return;
    const percent = what.endsWith('_absolute') ? (value / inverter.ratedW) * 100 : value;
    const within = Math.min(100, Math.max(0, Math.round(percent * 10) / 10));
    this.saveSettings(inverter, {
      applied: { ...applied, limitPercent: within },
      limitPercent: isTemporary ? limitPercent : within,
    });
  }

  private settingsOf({ serial }: DtuInverter): InverterSettings {
    return this.settings.get(serial) ?? { applied: FACTORY, limitPercent: 100 };
  }

  private saveSettings({ serial }: DtuInverter, settings: InverterSettings): void {
    this.settings.set(serial, settings);
  }

  private drop(): void {
    this.client?.end(true);
    this.client?.stream?.destroy();
    this.client = null;
  }

  /** Polls the next inverter in turn. */
  private poll(atMs: number): void {
    const due = this.late.filter(({ dueMs }) => dueMs <= atMs);
    this.late = this.late.filter(({ dueMs }) => dueMs > atMs);
    for (const { topic, text } of due) this.receive(topic, text, false);
    const state = this.states[Math.round(atMs / this.pollMs) % this.states.length];
    if (!state) return;
    const { applied } = this.settingsOf(state.inverter);
    const isRestarting = applied.restartedMs !== null && atMs < applied.restartedMs + inverterBootMs;
    const effective = this.play.commandFault === 'lies' ? { ...applied, limitPercent: 100 } : applied;
    const q = isRestarting ? null : this.play.measure(state.inverter, atMs, effective);
    state.failures = q === null ? state.failures + 1 : 0;
    state.known = {
      limitPercent: q === null ? state.known.limitPercent : applied.limitPercent,
      received: q === null ? state.known.received : { atMs, q },
      reachable: state.failures <= reachableThreshold,
    };
  }

  private round(nowMs: number): void {
    const { sn } = this.play;
    this.publish(dtuTopics(sn, Math.floor((nowMs - this.onMs) / 1000), -61));
    for (const state of this.states) {
      const { inverter, known } = state;
      const topics = statusTopics(inverter, known, nowMs);
      const isMute = this.play.commandFault === 'mute';
      this.publish(isMute ? topics.filter(([path]) => !/(limit_\w+|producing)$/.test(path)) : topics);
      if (known.received === null || known.received.atMs === state.publishedMs) continue;
      state.publishedMs = known.received.atMs;
      this.publish(valueTopics(inverter, known.received.q));
    }
    this.publish(totalTopics(this.states.map(({ known }) => known)));
  }

  /** Publishes with quality of service 0 and retained, as the firmware does. */
  private publish(topics: readonly Topic[]): void {
    if (!this.client?.connected) return;
    for (const [path, text] of topics)
      this.client.publish(`hg/${this.play.sn}/opendtu/${path}`, text, { qos: 0, retain: true });
  }
}

const next = (nowMs: number, everyMs: number): number => Math.ceil(nowMs / everyMs) * everyMs;
