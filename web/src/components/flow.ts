// The energy flow of the wire as nodes and as sentences, so that the drawing and its text match.
import type { EnergyFlow as Flow } from '@heliograph/contract/entities/statistics.ts';
import type { TFunction } from 'i18next';
import { inline, likeOf, percent, powerLike, wireNumber } from '../format/numbers.ts';

export type FlowKind = 'PVPanel' | 'home' | 'grid' | 'battery' | 'gen';

export interface FlowNode {
  kind: FlowKind;
  /** Watts, never negative; null when it is not measured or too old to be live. */
  powerW: number | null;
  /** `in`: energy flows into the node. */
  direction: 'idle' | 'out' | 'in';
  /** 0 to 1: share of rated power for PV, state of charge for the battery. */
  share: number | null;
  /** Measured too long before the other values to calculate the home's power from it. */
  isOld: boolean;
  ageS: number | null;
}

const KINDS: readonly FlowKind[] = ['PVPanel', 'home', 'grid', 'battery', 'gen'];
const DIRECTIONS = ['idle', 'out', 'in'] as const;

/** Returns the nodes of the parts that the plant has. */
export function flowNodes(flow: Flow): FlowNode[] {
  // Age matters only where the home's power is calculated.
  const isCalculated = flow.home.show;
  return KINDS.filter((kind) => flow[kind].show).map((kind) => {
    const node = flow[kind];
    const value = wireNumber(node.power);
    const rate = wireNumber(node.rate);
    return {
      kind,
      powerW: node.showPower && value !== null ? Math.abs(value) : null,
      direction: value === 0 ? 'idle' : DIRECTIONS[node.direction],
      share: rate === null ? null : rate / 100,
      isOld: isCalculated && node.isOld,
      ageS: node.ageS,
    };
  });
}

export const FLOW_NAMES = {
  PVPanel: 'flow.name.solar',
  home: 'flow.name.home',
  grid: 'flow.name.grid',
  battery: 'flow.name.battery',
  gen: 'flow.name.generator',
} as const satisfies Record<FlowKind, string>;

const SENTENCES = {
  PVPanel: { out: 'flow.solarGives', in: 'flow.solarGives', idle: 'flow.solarIdle' },
  // A home produces nothing: more left than came in, which the sentence explains.
  home: { out: 'flow.homeGives', in: 'flow.homeUses', idle: 'flow.homeIdle' },
  grid: { out: 'flow.gridGives', in: 'flow.gridTakes', idle: 'flow.gridIdle' },
  battery: { out: 'flow.batteryGives', in: 'flow.batteryTakes', idle: 'flow.batteryIdle' },
  gen: { out: 'flow.generatorGives', in: 'flow.generatorGives', idle: 'flow.generatorIdle' },
} as const satisfies Record<FlowKind, Record<FlowNode['direction'], string>>;

/** "Grid: value of 4 minutes ago". */
export const oldSentence = ({ kind, ageS }: FlowNode, t: TFunction): string =>
  t('flow.old', { name: t(FLOW_NAMES[kind]), count: Math.max(1, Math.round((ageS ?? 0) / 60)) });

/** Returns the watts that determine the unit of all parts: the rated power, else the largest flow. */
export const flowLike = (nodes: readonly FlowNode[], ratedW: number): number =>
  likeOf(ratedW, ...nodes.map(({ powerW }) => powerW));

/** "Battery charges at 0.50 kW, 62% full". */
export function flowSentence(node: FlowNode, likeW: number, t: TFunction): string {
  if (node.powerW === null) return t('flow.notLive', { name: t(FLOW_NAMES[node.kind]) });
  const sentence = t(SENTENCES[node.kind][node.direction], { power: inline(powerLike(node.powerW, likeW)) });
  if (node.share === null) return sentence;
  if (node.kind === 'battery') return t('flow.charge', { sentence, share: percent(node.share) });
  // An idle PV node has no share.
  return node.kind === 'PVPanel' && node.direction !== 'idle'
    ? t('flow.rated', { sentence, share: percent(node.share) })
    : sentence;
}

/** Returns whether home and grid are unmetered, which is stated instead of drawn as zero. */
export const isUnmetered = (nodes: readonly FlowNode[]): boolean =>
  !nodes.some(({ kind }) => kind === 'home' || kind === 'grid');
