// Checks of a plant's set-up and their findings.

/** `wrong`: the set-up is impossible; `suspect`: it is improbable; `notYet`: too little data. */
export const VERDICTS = ['ok', 'wrong', 'suspect', 'notYet'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Findings of each check; the web has their texts. */
const CHECK_FINDINGS = {
  /** Announced or added devices compared with devices that reported. */
  counts: ['allHeard', 'notHeard', 'waiting', 'refusedChildren', 'noDevices'],
  /** Inputs of devices compared with inputs that ever reported. */
  modules: ['allModules', 'modulesUnseen', 'modulesWaiting'],
  /** The plant's time zone compared with its location. */
  timeZone: ['zoneFits', 'zoneOff'],
  /** Production compared with the sun's position. */
  sunTime: ['withSun', 'productionAtNight', 'clockOff', 'noonOff', 'needsSun'],
  /** Daily counters, which should reset before sunrise. */
  counterDay: ['beginsByNight', 'beginsByDay', 'needsDay'],
  /** Import and export. */
  gridSign: [
    'homeAboveZero',
    'gridFollows',
    'exportAtNight',
    'homeBelowZero',
    'gridAgainst',
    'neitherWay',
    'needsNight',
    'littleFlow',
    'phasesFirst',
  ],
  /** Charging and discharging. */
  batterySign: ['socFollows', 'socAgainst', 'neitherWay', 'homeAboveZero', 'homeBelowZero', 'needsNight', 'littleFlow'],
  /** A meter at the modules or a load, which measures one direction. */
  meterSign: ['oneWay', 'otherWay', 'bothWays', 'meterAtNight', 'littleFlow', 'phasesFirst'],
  /** Power of each phase compared with its voltage. */
  phases: ['phasesFollow', 'phasesSwapped', 'phaseTurned', 'phasesAlike', 'threeWires', 'littleFlow'],
  /** An irradiance sensor compared with the light of a day, which always changes. */
  irradiance: ['sensorFollows', 'sensorStuck', 'needsDay'],
} as const;

export type CheckName = keyof typeof CHECK_FINDINGS;
export type FindingOf<Name extends CheckName> = (typeof CHECK_FINDINGS)[Name][number];
export type CheckFinding = { [Name in CheckName]: FindingOf<Name> }[CheckName];

export const CHECKS = Object.keys(CHECK_FINDINGS) as CheckName[];
export const FINDINGS = [...new Set(Object.values(CHECK_FINDINGS).flat())] as CheckFinding[];

/** Evidence; each finding has the fields that it compared. */
export interface Compared {
  energyWh?: number;
  /** The same for the opposite assumption, such as the other direction. */
  otherWh?: number;
  /** Begin and end of the most significant period; instants. */
  fromMs?: number;
  toMs?: number;
  /** Depth of the sun below the horizon, degrees. */
  sunBelowDeg?: number;
  /** Minutes that production lags behind the sun; negative: leads. */
  minutes?: number;
  count?: number;
  of?: number;
  /** State of charge, percent. */
  percent?: number;
  /** 1 to 3. */
  phase?: number;
  otherPhase?: number;
  /** "HH:mm", local time of the plant. */
  clock?: string;
  /** Serial numbers of devices or modules. */
  numbers?: readonly string[];
}

export interface Finding<Name extends CheckName = CheckName> {
  verdict: Verdict;
  finding: FindingOf<Name>;
  compared: Compared;
}
