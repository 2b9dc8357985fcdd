// Bulk changes: selects the devices of a filter, and presents bulk changes to calls.

import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import type { CommandStep } from '@heliograph/contract/commands.ts';
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { ProductKind } from '@heliograph/contract/products.ts';
import { accessibleSites, editableSites } from '../access/accessibleSites.ts';
import { peopleById } from '../access/namedPeople.ts';
import type { Session } from '../context.ts';
import { plainArray, textArray } from '../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../platform/database/connect.ts';
import { allOf, contains, startsWith } from '../platform/database/paging.ts';
import { CONTROLLABLE, controlConditions } from './controllableDevices.ts';
import { mayControl } from './controlRights.ts';

export interface SetupProduct {
  model: number;
  modelName: string;
  kind: ProductKind;
  parameters: ProductParameter[];
}

/** Returns a product with parameters; refuses with productNotFound otherwise. */
export async function setupProduct(sql: Transaction, model: number): Promise<SetupProduct> {
  const [product] = await sql<SetupProduct[]>`
    select p.model, p.name as model_name, p.kind, p.parameters from products p
    where p.model = ${model} and p.parameters <> '[]'::jsonb`;
  if (!product) throw new ApiError('productNotFound', { sn: model });
  return product;
}

/** Returns `from` and `where` that select devices in all plants the session may change. */
export async function chosenDevices(
  sql: Transaction,
  session: Session,
  { model, filters }: { model: number; filters: ParsedRequest<'configuration/inverter/setupValue'>['filters'] },
): Promise<{ from: Fragment; where: Fragment }> {
  const { writes } = await controlConditions(sql);
  const { keywords, country_code: country, firmware } = filters;
  const where = allOf(sql, [
    sql`p.model = ${model} and d.removed_at is null and ${writes} and ${editableSites(sql, session)}`,
    keywords !== undefined &&
      sql`(${contains(sql, sql`s.name`, keywords)} or ${contains(sql, sql`d.alias`, keywords)} or ${startsWith(sql, sql`d.sn`, keywords)})`,
    country !== undefined && sql`s.country_code = ${country}`,
    firmware !== undefined && sql`l.firmware = ${firmware}`,
  ]);
  return {
    from: sql`${CONTROLLABLE(sql)} join sites s on s.sid = d.sid left join device_live l on l.sid = d.sid and l.sn = d.sn`,
    where,
  };
}

export interface Setup {
  id: string;
  askedBy: number;
  companyId: number;
  model: number;
  parameters: Record<string, number>;
  askedAt: Date;
  leftOut: { sid: string; sn: string; reason: string }[];
  stoppedAt: Date | null;
}

/** A condition on `inverter_setups u` by scope: the user's own, the company's, or all. */
export const accessibleSetups = (sql: Transaction, { scope, userId, companyId }: Session): Fragment =>
  scope === 'all'
    ? sql`true`
    : sql`(u.asked_by = ${userId} or (${scope === 'branch'} and u.company_id = ${companyId}))`;

export const setupColumns = (sql: Transaction): Fragment =>
  sql`u.id, u.asked_by, u.company_id, u.model, u.parameters, u.asked_at, u.left_out, u.stopped_at`;

type Row = Response<'configuration/inverter/setupList'>['list'][number];

/** Presents bulk changes, counting only commands and devices in plants the session may see now. */
export async function presentSetups(
  { sql, session }: { sql: Transaction; session: Session },
  setups: readonly Setup[],
): Promise<Row[]> {
  const ids = textArray(setups.map(({ id }) => id));
  const models = plainArray([...new Set(setups.map(({ model }) => model))]);
  const [counts, drafts, products, users] = await Promise.all([
    sql<{ setupId: string; state: CommandStep; n: number }[]>`
      select c.setup_id, c.state, count(*)::int as n from commands c join sites s on s.sid = c.sid
      where c.setup_id = any (${ids}::text::uuid[]) and ${accessibleSites(sql, session)} group by 1, 2`,
    sql<{ setupId: string; state: CommandStep }[]>`
      select distinct c.setup_id, c.state from commands c join sites s on s.sid = c.sid
      where c.setup_id = any (${ids}::text::uuid[]) and c.state in ('draft', 'approved') and ${editableSites(sql, session)}`,
    sql<Omit<SetupProduct, 'kind'>[]>`
      select p.model, p.name as model_name, p.parameters from products p
      where p.model in (select unnest(${models}::text::int[]))`,
    peopleById(
      sql,
      setups.map(({ askedBy }) => askedBy),
    ),
  ]);
  const mayUse = (permission: 'DeviceControl' | 'ControlApprove') =>
    session.permissions.has(permission) && mayControl(session);
  return setups.map((setup) => {
    const product = products.find(({ model }) => model === setup.model);
    const ownCounts = counts.filter(({ setupId }) => setupId === setup.id);
    const hasWaiting = (state: CommandStep) => drafts.some((one) => one.setupId === setup.id && one.state === state);
    const isSecondPerson = setup.askedBy !== session.userId && setup.companyId === session.companyId;
    return {
      id: setup.id,
      model: setup.model,
      modelName: product?.modelName ?? '',
      values: Object.entries(setup.parameters).map(([name, value]) => {
        const parameter = product?.parameters.find((one) => one.name === name);
        return { name, value, title: parameter?.title ?? name, unit: parameter?.unit ?? '' };
      }),
      askedBy: users.get(setup.askedBy)?.email ?? '',
      askedIso: setup.askedAt.toISOString(),
      stoppedIso: setup.stoppedAt?.toISOString() ?? null,
      counts: Object.fromEntries(ownCounts.map(({ state, n }) => [state, n])),
      devices: ownCounts.reduce((sum, { n }) => sum + n, 0),
      leftOut: setup.leftOut.length,
      rights: {
        approve: isSecondPerson && session.api === null && mayUse('ControlApprove') && hasWaiting('draft'),
        stop: mayUse('DeviceControl') && (hasWaiting('draft') || hasWaiting('approved')),
      },
    };
  });
}
