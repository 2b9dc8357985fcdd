// What a plant's set-up is judged by: each check, and each thing that it can find.

/** `wrong`: it cannot be as it is set up; `suspect`: it hardly can; `notYet`: too little has been measured to say. */
export const VERDICTS = ['ok', 'wrong', 'suspect', 'notYet'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** By check what it may find, worded for its reader by the web. */
const CHECK_FINDINGS = {
  /** What was announced or added, against what was heard. */
  counts: ['allHeard', 'notHeard', 'waiting', 'refusedChildren', 'noDevices'],
  /** Inputs of devices, against those that ever told something. */
  modules: ['allModules', 'modulesUnseen', 'modulesWaiting'],
  /** The plant's time zone against its place. */
  timeZone: ['zoneFits', 'zoneOff'],
  /** Production against the sun's position. */
  sunTime: ['withSun', 'productionAtNight', 'noonOff', 'needsSun'],
  /** Counters of the day, against the sun that they should start over before. */
  counterDay: ['beginsByNight', 'beginsByDay', 'needsDay'],
  /** From the grid and to it. */
  gridSign: [
    'homeAboveZero',
    'gridFollows',
    'exportAtNight',
    'homeBelowZero',
    'gridAgainst',
    'neitherWay',
    'needsNight',
    'littleFlow',
  ],
  /** Charge and discharge. */
  batterySign: ['socFollows', 'socAgainst', 'neitherWay', 'homeAboveZero', 'homeBelowZero', 'needsNight', 'littleFlow'],
  /** A meter at the modules or at a load, which measures one way. */
  meterSign: ['oneWay', 'otherWay', 'bothWays', 'meterAtNight', 'littleFlow'],
  /** The power of each phase against its voltage. */
  phases: ['phasesFollow', 'phasesSwapped', 'phaseTurned', 'phasesAlike', 'threeWires', 'littleFlow'],
} as const;

export type CheckName = keyof typeof CHECK_FINDINGS;
export type FindingOf<Name extends CheckName> = (typeof CHECK_FINDINGS)[Name][number];
export type CheckFinding = { [Name in CheckName]: FindingOf<Name> }[CheckName];

export const CHECKS = Object.keys(CHECK_FINDINGS) as CheckName[];
export const FINDINGS = [...new Set(Object.values(CHECK_FINDINGS).flat())] as CheckFinding[];

/** What was compared, as far as the finding has it. */
export interface Compared {
  energyWh?: number;
  /** The same if it were the other way round, or in the other direction. */
  otherWh?: number;
  /** Of the stretch that tells most; instants. */
  fromMs?: number;
  toMs?: number;
  /** How deep the sun stood in it, below the horizon. */
  sunBelowDeg?: number;
  /** How far production lies behind the sun; negative: before it. */
  minutes?: number;
  count?: number;
  of?: number;
  /** Percent of charge. */
  percent?: number;
  /** 1 to 3. */
  phase?: number;
  otherPhase?: number;
  /** "HH:mm" on the plant's clock. */
  clock?: string;
  /** Serial numbers, or those of modules. */
  numbers?: readonly string[];
}

export interface Finding<Name extends CheckName = CheckName> {
  verdict: Verdict;
  finding: FindingOf<Name>;
  compared: Compared;
}
