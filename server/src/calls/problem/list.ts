// problem/list: open problems of accessible plants, plant by plant, the worst first.
import type { Response } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { isDeviceCode } from '@heliograph/contract/events.ts';
import { accessibleSite } from '../../access/accessibleSite.ts';
import { editableSites, seesOwner } from '../../access/accessibleSites.ts';
import { companiesOf } from '../../access/branch.ts';
import { seesDevices } from '../../access/pageModules.ts';
import type { CallContext } from '../../context.ts';
import { documentCounts } from '../../documents/documents.ts';
import { setRlsSite } from '../../platform/database/rlsSettings.ts';
import type { Handler } from '../../platform/handler.ts';
import { kWhOf, moneyText } from '../../platform/texts/numbers.ts';
import { rankedProblems, weeklyLosses } from '../../problems/fleetProblems.ts';
import { problemsOfPlants } from '../../problems/openProblems.ts';

interface Plant {
  sid: string;
  name: string;
  timezone: string;
  currency: string;
  problems: number;
  changeable: boolean;
  ownerName: string | null;
  ownerPhone: string | null;
  ownerEmail: string | null;
}

type Row = Response<'problem/list'>['list'][number];

export const problemList: Handler<'problem/list'> = async ({ sid, filters, page }, caller) => {
  const { sql, session, language, at } = caller;
  if (sid !== undefined) await accessibleSite(caller, sid);
  const { company } = filters;
  if (company !== undefined && !(await companiesOf(caller, { only: company })).length)
    throw new ApiError('companyNotFound');
  if (!seesDevices(session)) return { list: [], total: 0 };
  const ranked = await rankedProblems(sql, session, { sid, ...filters }, { ...page, at });
  const sids = [...new Set(ranked.map((row) => row.sid))];
  const [plants, problems, losses, products, placed] = await Promise.all([
    plantsOf(caller, sids),
    problemsOfPlants(sql, sids, { language }),
    weeklyLosses(sql, sids),
    documentedProducts(caller, ranked),
    placedModules(caller, sids),
  ]);
  const list = ranked.flatMap(({ sid, sn, code, openedAt }): Row[] => {
    const plant = plants.get(sid);
    const problem = problems
      .get(sid)
      ?.find((one) => one.sn === sn && one.code === code && one.startMs === openedAt.getTime());
    if (!plant || !problem) return [];
    const { name, timezone, currency, changeable, ownerName, ownerPhone, ownerEmail } = plant;
    return [
      {
        ...problem,
        sid,
        siteName: name,
        timezone,
        currency,
        siteProblems: plant.problems,
        siteWeekKwh: kWhOf(losses.get(sid)?.weekWh ?? null),
        siteWeekMoney: moneyText(losses.get(sid)?.weekMoney ?? null, currency),
        isPlaced: problem.concerns.some(({ sn, input }) => placed.has(placeKey({ sid, sn, input }))),
        documentedProduct: (isDeviceCode(code) && products.get(`${sid} ${sn}`)) || '',
        ownerName: ownerName ?? '',
        ownerPhone: ownerPhone ?? '',
        ownerEmail: (changeable && ownerEmail) || '',
        mayAcknowledge: changeable && session.permissions.has('SiteUpdate'),
      },
    ];
  });
  return { list, total: ranked[0]?.total ?? (await countBeyond()) };

  /** Past the last page there is no row with the total. */
  async function countBeyond(): Promise<number> {
    if (page.num === 0) return 0;
    const [first] = await rankedProblems(sql, session, { sid, ...filters }, { size: 1, num: 0, at });
    return first?.total ?? 0;
  }
};

async function plantsOf({ sql, session }: CallContext, sids: readonly string[]): Promise<Map<string, Plant>> {
  const rows = await sql<Plant[]>`
    select s.sid, s.name, s.timezone, s.currency, coalesce(l.problems, 0) as problems, ${editableSites(sql, session)} as changeable,
      case when ${seesOwner(sql, session)} then k.owner_name end as owner_name, case when ${seesOwner(sql, session)} then k.owner_phone end as owner_phone, k.owner_email
    from sites s left join site_live l on l.sid = s.sid join plant_people(${sids as string[]}) k on k.sid = s.sid
    where s.sid = any (${sids as string[]}::text[])`;
  return new Map(rows.map((row) => [row.sid, row]));
}

/** Returns the product names of devices, by plant and serial number, about which the session may read a document. */
async function documentedProducts(
  { sql, session }: CallContext,
  rows: readonly { sid: string; sn: string }[],
): Promise<Map<string, string>> {
  const documents = await documentCounts(sql, session);
  if (documents.size === 0) return new Map();
  const devices = await sql<{ sid: string; sn: string; model: number; name: string }[]>`
    select d.sid, d.sn, p.model, p.name from devices d join products p on p.id = d.product_id
    where d.sid = any (${[...new Set(rows.map(({ sid }) => sid))]}::text[]) and d.sn = any (${[...new Set(rows.map(({ sn }) => sn))]}::text[])`;
  return new Map(devices.flatMap(({ sid, sn, model, name }) => (documents.has(model) ? [[`${sid} ${sn}`, name]] : [])));
}

const placeKey = ({ sid, sn, input }: { sid: string; sn: string; input: number | null }): string =>
  `${sid} ${sn} ${input ?? ''}`;

/** Returns the keys of modules that are placed on layouts, and of their devices. The plants are among the accessible ones; modules are read one plant at a time, all in one round trip. */
async function placedModules({ sql }: CallContext, sids: readonly string[]): Promise<Set<string>> {
  const reads = sids.map((sid) => {
    setRlsSite(sql, sid);
    return sql<{ sid: string; sn: string; input: number }[]>`
      select m.sid, m.sn, m.input from modules m where m.sid = ${sid} and m.zone is not null`.execute();
  });
  const rows = (await Promise.all(reads)).flat();
  return new Set(rows.flatMap((row) => [placeKey(row), placeKey({ ...row, input: null })]));
}
