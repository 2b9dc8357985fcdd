// Properties that follow from a product's kind: the device's page, whether it produces, and what it may measure.
import { INPUTS } from '@heliograph/contract/inputs.ts';
import { QUANTITIES } from '@heliograph/contract/measurements.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';

export type Kind = ReportKind | 'allInOne' | 'string';

/** Returns the report kind of a product's kind; products distinguish more kinds of inverters and hybrids. */
export function reportKindOf(kind: Kind): ReportKind {
  if (kind === 'string') return 'inverter';
  return kind === 'allInOne' ? 'hybrid' : kind;
}

/** Returns the product kinds of a report kind. */
export const kindsCalled = (reportKind: ReportKind): Kind[] => kindsOf((_, kind) => reportKindOf(kind) === reportKind);

/** Public clients name only one `pageType`: 0, microinverters. */
interface KindFacts {
  pageType: number;
  /** Whether its power is production: only such devices have daily energies, peaks and a share in a plant's completeness. */
  produces: boolean;
  /** Whether it may measure flows of the grid connection, a battery or a load. */
  measuresFlows: boolean;
  /** Whether its modules power it, so that silence at night is normal; all others send at night, too. */
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

/** Kinds whose power is production. */
export const PRODUCING_KINDS: readonly Kind[] = kindsOf(({ produces }) => produces);

/** Kinds that may measure flows other than production. */
export const FLOW_KINDS: readonly Kind[] = kindsOf(({ measuresFlows }) => measuresFlows);

/** Kinds that send day and night. */
export const SLEEPLESS_KINDS: readonly Kind[] = kindsOf(({ sleeps }) => !sleeps);

function kindsOf(predicate: (facts: KindFacts, kind: Kind) => boolean): Kind[] {
  return (Object.keys(KINDS) as Kind[]).filter((kind) => predicate(KINDS[kind], kind));
}

export function producesEnergy(kind: Kind): boolean {
  return KINDS[kind].produces;
}

/** Whether modules may be connected to this input; a product with 0 inputs reports its number of inputs later. */
export function mayHaveInput(kind: Kind, inputs: number, input: number): boolean {
  return producesEnergy(kind) && input <= (inputs || INPUTS.length);
}

/** Maximum plausible power of a flow of such a device, W; a product's rating does not limit the plant's grid connection. */
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
