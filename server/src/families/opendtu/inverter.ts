// Reads the topics of one inverter behind an OpenDTU: its values, its description and the settings it reports.
import { createRowAssembler, type DtuRow } from './rowAssembler.ts';

/** By topic under `[serial]/0/`: the report protocol's quantity and the factor to its unit. */
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

export interface DtuInverter {
  sn: string;
  name: string;
  firmware: string;
  hardware: string;
  inputs: number;
}

/** Settings that an inverter reports: `limitPercent`, and `on` as 1 or 0. */
export interface ReportedSettings {
  sn: string;
  values: Record<string, number>;
}

export interface Inverter {
  readonly description: Readonly<DtuInverter>;
  /** Whether it has had a row. */
  hasReported(): boolean;
  /** Topic `[serial]/[group]/[topic]`; returns the rows that it completes. */
  onTopic(group: string, topic: string, text: string, nowMs: number): DtuRow[];
  rename(name: string): void;
  /** Leaves out the sample that a missing message belongs to. */
  skip(): void;
  settle(nowMs: number): DtuRow[];
  hasPendingValues(): boolean;
}

interface Listener {
  /** The inverter has its first row, or its description changed. */
  onChange(): void;
  onSettings(settings: ReportedSettings): void;
  /** Values were left out with a sample that is incomplete. */
  onLost(count: number): void;
}

export function createInverter(sn: string, { onChange, onSettings, onLost }: Listener): Inverter {
  const description: DtuInverter = { sn, name: '', firmware: '', hardware: '', inputs: 0 };
  const assembler = createRowAssembler(sn, onLost);
  let hasReported = false;
  let limitPercent: number | undefined;
  let isProducing: boolean | undefined;

  function reported(rows: DtuRow[]): DtuRow[] {
    if (rows.length > 0 && !hasReported) {
      hasReported = true;
      onChange();
    }
    return rows;
  }

  function describe(field: 'firmware' | 'hardware' | 'name', text: string): void {
    if (description[field] === text) return;
    description[field] = text;
    if (hasReported) onChange();
  }

  function onUpdate(text: string, nowMs: number): DtuRow[] {
    const atS = Number(text);
    if (!Number.isSafeInteger(atS) || atS < 0) return [];
    // The firmware publishes limit and production before the instant they belong to.
    if (!assembler.isSameUpdate(atS) && assembler.isReachable()) {
      const values: Record<string, number> = {};
      if (limitPercent !== undefined) values.limitPercent = limitPercent;
      if (isProducing !== undefined) values.on = isProducing ? 1 : 0;
      if (Object.keys(values).length > 0) onSettings({ sn, values });
    }
    return reported(assembler.addUpdate(atS, nowMs));
  }

  function onValue(input: number, topic: string, value: number, nowMs: number): void {
    if (input === 0) {
      const [name, factor = 1] = (Object.hasOwn(AC, topic) ? AC[topic] : undefined) ?? [];
      // Rounded to the thousandth that was sent, without the error of binary fractions.
      if (name) assembler.addValue(name, factor === 1 ? value : Math.round(value * factor), nowMs);
    } else if (Object.hasOwn(DC, topic)) {
      if (input > description.inputs) {
        description.inputs = input;
        onChange();
      }
      assembler.addValue(`input${input}${DC[topic]}`, value, nowMs);
    }
  }

  return {
    description,
    hasReported: () => hasReported,
    onTopic(group, topic, text, nowMs) {
      if (group === 'status') {
        if (topic === 'last_update') return onUpdate(text, nowMs);
        if (topic === 'reachable') assembler.setReachable(text === '1');
        if (topic === 'producing') isProducing = text === '1';
        if (topic === 'limit_relative' && isNumber(text)) limitPercent = Number(text);
      } else if (group === 'device') {
        if (topic === 'fwbuildversion') describe('firmware', text);
        if (topic === 'hwversion') describe('hardware', text);
      } else if (/^[0-6]$/.test(group) && isNumber(text)) onValue(Number(group), topic, Number(text), nowMs);
      return [];
    },
    skip: assembler.skip,
    rename: (name) => describe('name', name),
    settle: (nowMs) => reported(assembler.settle(nowMs)),
    hasPendingValues: assembler.hasPendingValues,
  };
}

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));
