// Answers of the MCP tools: the fields of a call that a model needs, each once, with its unit in its name, times as ISO 8601, and null for what is not known.
import type { Response } from '@heliograph/contract/calls.ts';
import type { ProblemInRow } from '@heliograph/contract/entities/problem.ts';
import type { PlantBalance } from '@heliograph/contract/entities/statistics.ts';
import { nodePower, numberOf } from '../../energy/flows/nodePower.ts';

const textOrNull = (text: string): string | null => (text === '' ? null : text);

const worstProblem = (problem: ProblemInRow | null) =>
  problem && {
    title: problem.title,
    severity: problem.level,
    lostKwhPerWeek: problem.weekKwh,
    lostMoneyPerWeek: numberOf(problem.weekMoney),
  };

export const plants = ({ list, total }: Response<'site/listWithSN'>) => ({
  plants: list.map((row) => ({
    sid: row.sid,
    name: row.siteName,
    country: textOrNull(row.countryName),
    city: textOrNull(row.city),
    timezone: row.timezone,
    peakPowerKwp: row.powerMax / 1000,
    status: row.statusTitle,
    isNight: row.isNight,
    powerW: row.now,
    todayEnergyKwh: row.todayPower,
    lifetimeEnergyKwh: row.totalPower,
    batterySocPercent: row.soc,
    devices: row.snCount,
    devicesReporting: row.reporting,
    openProblems: row.problems,
    worstProblem: worstProblem(row.problem),
    lastReportAt: row.lastUpdateIso,
  })),
  total,
});

/** Returns the energies of a balance that are measured or can be computed, and what is not measured. */
function balanceOf(balance: PlantBalance) {
  const flows = {
    production: balance.production,
    consumption: balance.home,
    import: balance.fromGrid,
    export: balance.toGrid,
    batteryCharge: balance.charge,
    batteryDischarge: balance.discharge,
    generator: balance.generator,
    selfConsumption: balance.ownUse,
  };
  return {
    ...Object.fromEntries(
      Object.entries(flows).map(([name, flow]) => [
        `${name}Kwh`,
        flow.energy === null ? null : withCompleteness(flow.energy, flow),
      ]),
    ),
    selfSufficiency: balance.autarchy,
    ...moneyOf(balance.money),
  };
}

/** Returns the figure alone while it covers all of its time. */
const withCompleteness = (energy: number, { completeness }: { completeness: number }) =>
  completeness >= 1 ? energy : { kwh: energy, completeness };

const moneyOf = (money: PlantBalance['money']) =>
  money && {
    savedMoney: money.saved,
    earnedMoney: money.earned,
    importCostMoney: money.importCost,
    fixedChargeMoney: money.fixedCharge,
  };

export function plantNow(plant: Response<'site/overview'>) {
  const { statisticsProduction: produced, provenance, energy, balance, worth, record, recordPeak, peak } = plant;
  const period = (kwh: string, money: string, { source, completeness }: (typeof provenance)['today']) => ({
    energyKwh: numberOf(kwh),
    money: numberOf(money),
    source,
    completeness,
  });
  return {
    sid: plant.sid,
    name: plant.siteName,
    timezone: plant.timezone,
    peakPowerKwp: plant.powerMax / 1000,
    status: plant.statusTitle,
    isNight: plant.isNight,
    nextSunriseAt: plant.sunriseIso,
    lastReportAt: plant.lastUpdateIso,
    devices: plant.deviceCount,
    devicesReporting: plant.reporting,
    currency: textOrNull(produced.totalMoneyUnit),
    production: {
      today: period(produced.today, produced.todayMoney, provenance.today),
      yesterday: period(produced.yesterday, produced.yesterdayMoney, provenance.yesterday),
      month: period(produced.month, produced.monthMoney, provenance.month),
      year: period(produced.year, produced.yearMoney, provenance.year),
      lifetime: period(produced.total, produced.totalMoney, provenance.total),
    },
    powerW: {
      production: nodePower('PVPanel', energy.PVPanel),
      consumption: nodePower('home', energy.home),
      fromGrid: nodePower('grid', energy.grid),
      fromBattery: nodePower('battery', energy.battery),
      generator: nodePower('gen', energy.gen),
    },
    batterySocPercent: energy.battery.show ? numberOf(energy.battery.rate) : null,
    balance: balance && {
      today: balanceOf(balance.today),
      yesterday: balanceOf(balance.yesterday),
      month: balanceOf(balance.month),
      year: balanceOf(balance.year),
    },
    valuePerKwh: worth?.perKwh ?? null,
    openProblems: plant.problems.map(problemOf),
    highestPowerToday: peak && { powerW: peak.powerW, at: peak.atIso },
    bestDay: record && { day: record.day, energyKwh: record.energy },
    highestPowerEver: recordPeak && { powerW: recordPeak.powerW, at: recordPeak.atIso },
  };
}

/** Cause, advice, time and cost of an open problem. */
const problemOf = (problem: Response<'site/overview'>['problems'][number]) => ({
  code: problem.code,
  severity: problem.level,
  title: problem.title,
  causeAndAdvice: textOrNull(problem.desc),
  device: textOrNull(problem.sn),
  deviceName: textOrNull(problem.alias),
  devices: problem.devices,
  modules: problem.modules,
  since: problem.sinceIso,
  state: problem.state,
  note: textOrNull(problem.note),
  whoCanAct: problem.actor,
  lostKwh: problem.lostKwh,
  lostMoney: numberOf(problem.lostMoney),
  lostKwhPerWeek: problem.weekKwh,
  lostMoneyPerWeek: numberOf(problem.weekMoney),
  estimatedBy: problem.basis,
  doubtfulFigures: problem.doubtful,
});

export const problems = ({ list, total }: Response<'problem/list'>) => ({
  problems: list.map((row) => ({
    sid: row.sid,
    plant: row.siteName,
    currency: textOrNull(row.currency),
    ...problemOf(row),
  })),
  total,
});

export function plantReport(report: Response<'site/report'>) {
  const { performance, availability, alerts, expected, yearBefore, provenance } = report;
  const hasFlows = report.balance !== null;
  return {
    sid: report.sid,
    name: report.siteName,
    timezone: report.timezone,
    currency: textOrNull(report.currency),
    peakPowerKwp: report.powerMax / 1000,
    commissionedOn: report.commissionedOn,
    from: report.from,
    to: report.to,
    ...(report.isRunning && { lastDayWithFigures: report.until, isOver: false }),
    energyKwh: report.energy,
    source: provenance.source,
    completeness: provenance.completeness,
    yieldKwhPerKwp: report.specificYield,
    clearSky: expected && { possibleKwh: expected.energy, share: expected.ratio, days: expected.days },
    yearBefore: yearBefore && {
      energyKwh: yearBefore.energy,
      energyOfYearBeforeKwh: yearBefore.before,
      comparedDays: yearBefore.days,
    },
    performanceRatio: performance.ratio ?? { missing: performance.missing },
    availability: availability.share ?? { missing: availability.missing },
    offlineHours: availability.silentHours,
    faultHours: availability.faultHours,
    money: report.worth,
    balance: report.balance && balanceOf(report.balance),
    co2AvoidedKg: numberOf(report.benefit.co2),
    alerts: alerts && { faults: alerts.fault, warnings: alerts.warning, information: alerts.info },
    problems: report.problems?.map((problem) => ({
      code: problem.code,
      severity: problem.level,
      title: problem.title,
      device: textOrNull(problem.sn),
      from: problem.from,
      to: problem.until,
      days: problem.days,
      lostKwh: problem.lostKwh,
      lostMoney: numberOf(problem.lostMoney),
    })),
    doubtfulFigures: [...new Set(report.doubtful.map(({ figure }) => figure))],
    [report.rowsBy === 'day' ? 'days' : 'months']: report.rows.map((row) => ({
      ...(report.rowsBy === 'day' ? { day: row.from } : { from: row.from, to: row.to }),
      energyKwh: row.energy,
      completeness: row.provenance.source === 'none' ? null : row.provenance.completeness,
      clearSkyShare: row.expected?.ratio ?? null,
      ...(hasFlows && {
        consumptionKwh: row.home,
        importKwh: row.fromGrid,
        exportKwh: row.toGrid,
        batteryChargeKwh: row.charge,
        batteryDischargeKwh: row.discharge,
      }),
      money: row.worth,
    })),
    devices: report.devices.map((device) => ({
      sn: device.sn,
      name: textOrNull(device.alias),
      model: device.modelName,
      energyKwh: device.energy,
      yieldKwhPerKw: device.perRatedKw,
      availability: device.availability,
      faults: device.alerts.fault,
    })),
  };
}

export const plantPower = (chart: Response<'site/statistics/echarts'>) => ({
  slotsBeginAt: chart.xAxisIso,
  series: chart.series.map(({ name, unit, data }) => ({ name, unit, values: data })),
  clearSkyW: chart.expected?.data ?? null,
  highestPower: chart.peak && { powerW: chart.peak.powerW, at: chart.peak.atIso },
  sunriseAt: chart.sun.rise,
  sunsetAt: chart.sun.set,
  finestMinutes: chart.finestMin,
});

export const devices = ({ list, total }: Response<'device/list'>) => ({
  devices: list.map((row) => ({
    sid: row.sid,
    plant: row.siteName,
    sn: row.sn,
    name: textOrNull(row.alias),
    kind: row.kind,
    ...(row.kind === 'meter' && { meterType: row.meterType }),
    model: row.modelName,
    status: row.statusTitle,
    // Last known power is not the power now.
    powerW: row.isLive ? row.now : null,
    powerOf: row.nowOf,
    todayEnergyKwh: row.todayPower,
    lifetimeEnergyKwh: row.totalPower,
    batterySocPercent: row.batterySoc,
    gateway: textOrNull(row.gatewaySn),
    worstProblem: worstProblem(row.problem),
    lastReportAt: row.lastUpdateIso,
  })),
  total,
});

export const alerts = ({ list, total, open }: Response<'device/alerts'>) => ({
  alerts: list.map((row) => ({
    sid: row.sid,
    plant: row.siteName,
    device: row.sn,
    deviceName: textOrNull(row.alias),
    code: row.code,
    severity: row.level,
    title: row.title,
    explanation: textOrNull(row.desc),
    begunAt: row.startIso,
    endedAt: row.endIso,
    durationS: row.durationS,
    state: row.state,
    note: textOrNull(row.note),
    acknowledgedBy: textOrNull(row.acknowledgedBy),
  })),
  total,
  open,
});

export const deviceHistory = ({ columns, list, total, damaged }: Response<'device/history'>) => ({
  columns: columns.map(({ name, unit }) => ({ name, unit })),
  samples: list.map(({ iso, statusTitle, mode, values }) => ({
    at: iso,
    status: statusTitle,
    ...(mode !== '' && { mode }),
    values,
  })),
  total,
  ...(damaged.length > 0 && { unreadableDays: damaged }),
});
