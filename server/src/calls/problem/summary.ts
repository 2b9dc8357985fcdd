// problem/summary: number and cost of the open problems of all accessible plants, and the worst plants.
import { WORST_PLANTS } from '@heliograph/contract/calls/problem/summary.ts';
import { required } from '@heliograph/contract/required.ts';
import { seesDevices } from '../../access/pageModules.ts';
import type { Handler } from '../../platform/handler.ts';
import { kWhOf, moneyText } from '../../platform/texts/numbers.ts';
import { sumProblems, weeklyLosses, worstPlants } from '../../problems/fleetProblems.ts';
import { problemsOfPlants, worstProblem } from '../../problems/openProblems.ts';

export const problemSummary: Handler<'problem/summary'> = async (_, { sql, session, language }) => {
  const [sums, sids] = await Promise.all([
    sumProblems(sql, session),
    seesDevices(session) ? worstPlants(sql, session, WORST_PLANTS) : [],
  ]);
  const [plants, losses, problems] = await Promise.all([
    sql<{ sid: string; name: string; currency: string }[]>`
      select s.sid, s.name, s.currency from sites s where s.sid = any (${sids}::text[])`,
    weeklyLosses(sql, sids),
    problemsOfPlants(sql, sids, { language }),
  ]);
  const { weekWh, weekMoney, currency, ...counts } = sums;
  return {
    ...counts,
    weekKwh: kWhOf(weekWh),
    weekMoney: moneyText(weekMoney, currency),
    currency,
    worst: sids.flatMap((sid) => {
      const { problem, problems: count } = worstProblem(problems.get(sid));
      if (!problem) return [];
      const plant = required(
        plants.find((one) => one.sid === sid),
        'a plant with a problem',
      );
      return [
        {
          sid,
          siteName: plant.name,
          problems: count,
          problem,
          weekKwh: kWhOf(losses.get(sid)?.weekWh ?? null),
          weekMoney: moneyText(losses.get(sid)?.weekMoney ?? null, plant.currency),
          currency: plant.currency,
        },
      ];
    }),
  };
};
