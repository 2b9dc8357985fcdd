// What follows for the wire from what kind of device a product is: the page of a device, whether it produces, what it may measure.
import { INPUTS } from '@heliograph/contract/inputs.ts';
import { QUANTITIES } from '@heliograph/contract/measurements.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';

export type Kind = ReportKind | 'allInOne' | 'string';

/** Products have more words for what reports call an inverter or a hybrid. */
export function reportKindOf(kind: Kind): ReportKind {
  if (kind === 'string') return 'inverter';
  return kind === 'allInOne' ? 'hybrid' : kind;
}

/** The products' words for what reports call so. */
export const kindsCalled = (told: ReportKind): Kind[] => kindsOf((_, kind) => reportKindOf(kind) === told);

/** `pageType` is not named in any public client but for microinverters, which are 0. */
interface KindFacts {
  pageType: number;
  /** Whether its power is production: only such devices have days of energy, peaks and a part in a plant's completeness. */
  produces: boolean;
  /** Whether it may measure what flows through the grid's connection, a battery or a load. */
  measuresFlows: boolean;
  /** Whether it runs on the light of its modules, so that its silence is normal without the sun; all others send at night, too. */
  sleeps: boolean;
}

const KINDS: Record<Kind, KindFacts> = {
  microinverter: { pageType: 0, produces: true, measuresFlows: false, sleeps: true },
  inverter: { pageType: 1, produces: true, measuresFlows: true, sleeps: true },
  string: { pageType: 2, produces: true, measuresFlows: true, sleeps: true },
  hybrid: { pageType: 3, produces: true, measuresFlows: true, sleeps: false },
  allInOne: { pageType: 4, produces: true, measuresFlows: true, sleeps: false },
  battery: { pageType: 5, produces: false, measuresFlows: true, sleeps: false },
  meter: { pageType: 6, produces: false, measuresFlows: true, sleeps: false },
  gateway: { pageType: 7, produces: false, measuresFlows: false, sleeps: false },
  sensor: { pageType: 8, produces: false, measuresFlows: false, sleeps: false },
};

/** Whose power is production. */
export const PRODUCING_KINDS: readonly Kind[] = kindsOf(({ produces }) => produces);

/** That may measure flows beside production. */
export const FLOW_KINDS: readonly Kind[] = kindsOf(({ measuresFlows }) => measuresFlows);

/** That send by day and by night. */
export const SLEEPLESS_KINDS: readonly Kind[] = kindsOf(({ sleeps }) => !sleeps);

function kindsOf(which: (facts: KindFacts, kind: Kind) => boolean): Kind[] {
  return (Object.keys(KINDS) as Kind[]).filter((kind) => which(KINDS[kind], kind));
}

export function producesEnergy(kind: Kind): boolean {
  return KINDS[kind].produces;
}

/** Whether modules may hang on this input; a product of 0 inputs says how many it has only once it reports. */
export function mayHaveInput(kind: Kind, inputs: number, input: number): boolean {
  return producesEnergy(kind) && input <= (inputs || INPUTS.length);
}

/** The most power that a flow of such a device is believed to have; what a product is rated for says nothing of the plant's connection. */
export function maxFlowW(kind: Kind, ratedPowerW: number): number {
  const { max } = QUANTITIES.gridPowerW;
  return kind === 'battery' && ratedPowerW > 0 ? Math.min(max, 3 * ratedPowerW) : max;
}

export function sleepsAtNight(kind: Kind): boolean {
  return KINDS[kind].sleeps;
}

export function pageTypeOf(kind: Kind): number {
  return KINDS[kind].pageType;
}
