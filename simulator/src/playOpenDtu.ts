// Plays an OpenDTU: it asks its inverters in turn, says in rounds what it knows, and comes back as the firmware does.
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
  /** As it was told to make it. Null: it does not answer, as it sleeps or is out of reach. */
  measure(inverter: DtuInverter, atMs: number, told: AppliedSettings): Measured | null;
  clock: PlayClock;
  signal: AbortSignal;
  /** Switched on at these instants; the first may be in the past. */
  startsMs: readonly number[];
  pollS?: number;
  publishS?: number;
  /** How it fails at commands: one that refuses or forgets has not done it, and has no words to say so. */
  commandFault?: CommandFault | undefined;
  onUnreached?(sn: string): void;
};

/** As the firmware has them unless they are set otherwise. */
const usual = { pollS: 5, publishS: 5 };
const reconnectMs = 2_000;
/** From switching on until it has an address and the time. */
const bootMs = 12_000;
/** So many questions may go unanswered. */
const reachableThreshold = 2;
/** A round is said when the radio is idle, somewhat after a question. */
const roundMs = 2_300;

type State = { inverter: DtuInverter; known: DtuKnown; failures: number; saidMs: number };
/** Of an inverter: what it keeps without power, `limitPercent`, beside what it was told for now. */
type Kept = { told: AppliedSettings; limitPercent: number };

const COMMANDS = [
  'limit_persistent_relative',
  'limit_persistent_absolute',
  'limit_nonpersistent_relative',
  'limit_nonpersistent_absolute',
  'power',
  'restart',
  'reset_rf_stats',
] as const;
/** While it restarts an inverter does not answer. */
const inverterBootMs = 60_000;

/** Until the signal aborts; what was heard by then is said before. */
export async function playOpenDtu(play: DtuPlay): Promise<void> {
  await new Player(play).run();
}

class Player {
  private readonly play: DtuPlay;
  private readonly pollMs: number;
  private readonly publishMs: number;
  private states: State[] = [];
  private readonly kept = new Map<string, Kept>();
  private onMs = Number.NEGATIVE_INFINITY;
  private client: MqttClient | null = null;
  private triedMs = Number.NEGATIVE_INFINITY;
  /** Heard, and done later than it should be. */
  private late: { topic: string; text: string; dueMs: number }[] = [];

  constructor(play: DtuPlay) {
    this.play = play;
    this.pollMs = (play.pollS ?? usual.pollS) * 1000;
    this.publishMs = (play.publishS ?? usual.publishS) * 1000;
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
        if (isUp) this.ask(pollMs);
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

  /** Nothing is kept over it. */
  private switchOn(atMs: number): void {
    this.onMs = atMs;
    this.drop();
    this.states = this.play.inverters.map((inverter) => ({
      inverter,
      known: { heard: null, reachable: false, limitPercent: 100 },
      failures: reachableThreshold + 1,
      saidMs: 0,
    }));
  }

  private async connect(): Promise<void> {
    const { broker, sn, password, clock } = this.play;
    if (this.client?.connected || clock.nowMs() - this.triedMs < reconnectMs) return;
    this.drop();
    this.triedMs = clock.nowMs();
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
    const isIn = await new Promise<boolean>((resolve) => {
      client.once('connect', () => resolve(true));
      client.once('close', () => resolve(false));
    });
    if (!isIn) {
      client.end(true);
      this.play.onUnreached?.(sn);
      return;
    }
    this.client = client;
    client.on('message', (topic, payload, { retain }) => {
      const text = payload.toString();
      if (this.play.commandFault === 'late') this.late.push({ topic, text, dueMs: clock.nowMs() + lateMs });
      else this.heard(topic, text, retain);
    });
    this.publish([['dtu/status', 'online']]);
    await client
      .subscribeAsync(
        COMMANDS.map((name) => `hg/${sn}/opendtu/+/cmd/${name}`),
        { qos: 0 },
      )
      .catch(() => {});
  }

  /** What is for now is not taken from what a broker has kept. */
  private heard(topic: string, text: string, isRetained: boolean): void {
    const [serial = '', , what = ''] = topic.slice(`hg/${this.play.sn}/opendtu/`.length).split('/');
    const inverter = this.play.inverters.find((one) => one.serial.toUpperCase() === serial.toUpperCase());
    const value = Number.parseFloat(text);
    if (!inverter || Number.isNaN(value)) return;
    const { commandFault } = this.play;
    if (commandFault === 'deaf' || commandFault === 'refuses' || commandFault === 'forgets') return;
    // What it was told it does, and is gone.
    if (commandFault === 'dies') this.drop();
    const { told, limitPercent } = this.keptOf(inverter);
    const isForNow = what.startsWith('limit_nonpersistent') || what === 'restart';
    if (isForNow && isRetained) return;
    if (what === 'power') this.keep(inverter, { told: { ...told, isOn: value > 0 }, limitPercent });
    if (what === 'restart' && value === 1) {
      const restartedMs = this.play.clock.nowMs();
      this.keep(inverter, { told: { ...told, isOn: true, limitPercent, restartedMs }, limitPercent });
    }
    if (!what.startsWith('limit_')) return;
    const percent = what.endsWith('_absolute') ? (value / inverter.ratedW) * 100 : value;
    const within = Math.min(100, Math.max(0, Math.round(percent * 10) / 10));
    this.keep(inverter, { told: { ...told, limitPercent: within }, limitPercent: isForNow ? limitPercent : within });
  }

  private keptOf({ serial }: DtuInverter): Kept {
    return this.kept.get(serial) ?? { told: FACTORY, limitPercent: 100 };
  }

  private keep({ serial }: DtuInverter, kept: Kept): void {
    this.kept.set(serial, kept);
  }

  private drop(): void {
    this.client?.end(true);
    this.client?.stream?.destroy();
    this.client = null;
  }

  /** One inverter after the other, one each time. */
  private ask(atMs: number): void {
    const due = this.late.filter(({ dueMs }) => dueMs <= atMs);
    this.late = this.late.filter(({ dueMs }) => dueMs > atMs);
    for (const { topic, text } of due) this.heard(topic, text, false);
    const state = this.states[Math.round(atMs / this.pollMs) % this.states.length];
    if (!state) return;
    const { told } = this.keptOf(state.inverter);
    const isBegun = told.restartedMs !== null && atMs < told.restartedMs + inverterBootMs;
    const does = this.play.commandFault === 'lies' ? { ...told, limitPercent: 100 } : told;
    const q = isBegun ? null : this.play.measure(state.inverter, atMs, does);
    state.failures = q === null ? state.failures + 1 : 0;
    state.known = {
      limitPercent: q === null ? state.known.limitPercent : told.limitPercent,
      heard: q === null ? state.known.heard : { atMs, q },
      reachable: state.failures <= reachableThreshold,
    };
  }

  private round(nowMs: number): void {
    const { sn } = this.play;
    this.publish(dtuTopics(sn, Math.floor((nowMs - this.onMs) / 1000), -61));
    for (const state of this.states) {
      const { inverter, known } = state;
      const said = statusTopics(inverter, known, nowMs);
      const isMute = this.play.commandFault === 'mute';
      this.publish(isMute ? said.filter(([path]) => !/(limit_\w+|producing)$/.test(path)) : said);
      if (known.heard === null || known.heard.atMs === state.saidMs) continue;
      state.saidMs = known.heard.atMs;
      this.publish(valueTopics(inverter, known.heard.q));
    }
    this.publish(totalTopics(this.states.map(({ known }) => known)));
  }

  /** With the quality of service 0, and for a broker to keep: the firmware says everything so. */
  private publish(topics: readonly Topic[]): void {
    if (!this.client?.connected) return;
    for (const [path, text] of topics)
      this.client.publish(`hg/${this.play.sn}/opendtu/${path}`, text, { qos: 0, retain: true });
  }
}

const next = (nowMs: number, everyMs: number): number => Math.ceil(nowMs / everyMs) * everyMs;
