// Creates the demo fleet's companies, people, plants and devices, once, in one transaction.

import { randomBytes } from 'node:crypto';
import { required } from '@heliograph/contract/required.ts';
import { companies } from '@heliograph/simulator/fleet.ts';
import type { FleetCompany, FleetSite, Person } from '@heliograph/simulator/fleetSite.ts';
import { hash } from '@heliograph/simulator/random.ts';
import { hash as hashPassword } from '@node-rs/argon2';
import { updateAccessIndex } from '../access/accessIndex.ts';
import { indexCompanies, indexUsers } from '../access/peopleIndex.ts';
import { hasOwnAdministrator } from '../accounts/ownUsers.ts';
import type { Context } from '../context.ts';
import { productOfAnnounced } from '../families/families.ts';
import { type Kind, producesEnergy } from '../families/kinds.ts';
import { bindInvitations } from '../plants/sharing/invitations.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { createLayout } from './createLayout.ts';

/** Password of all demo accounts, used only in the demo's own database; shown at start and on the sign-in page. */
export const DEMO_PASSWORD = 'heliograph';
const ADMIN: Person = { name: 'Ada Administrator', email: 'admin@example.com' };

/** State stored between starts, so that the same fleet continues: settings row `demoFleet`. */
export interface DemoFleet {
  seed: number;
  beganAtMs: number;
  /** Sids by the simulator's plant key. */
  sids: Record<string, string>;
}

export interface DemoAccount {
  email: string;
  password: string;
  role: string;
}

export async function createFleet(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  seed: number,
  make: (seed: number, beganAtMs: number) => FleetSite[],
): Promise<DemoFleet> {
  const now = clock.now();
  const sites = make(seed, now.getTime());
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  return await sql.begin(async (tx) => {
    const [stored] = await tx<{ value: DemoFleet }[]>`select value from settings where name = 'demoFleet'`;
    if (stored) return stored.value;
    const people = new People(tx, passwordHash);
    const companyIds = await enterCompanies(tx, companies(), now);
    const companyId = (key: string) => required(companyIds.get(key), `the company ${key}`);
    const first = required(companies()[0], 'the first company');
    const root = companyId(first.key);
    const administrates = !(await hasOwnAdministrator(tx));
    const enterStaff = (person: Person, role: string, { key, kind, countryCode }: FleetCompany) =>
      people.enter(person, role, companyId(key), { countryCode, createdAt: companyCreatedAt({ key, kind }, now) });
    if (administrates) await enterStaff(ADMIN, 'administrator', first);
    for (const company of companies()) await enterStaff(company.manager, company.kind, company);
    const products = await tx<ProductRow[]>`select id, name, kind, inputs from products order by id`;
    const sids: Record<string, string> = {};
    for (const site of sites) {
      const sid = `${site.countryCode}_${now.toISOString().slice(0, 10).replaceAll('-', '')}_${randomBytes(6).toString('hex')}`;
      sids[site.key] = sid;
      const ownerId = await people.enter(site.owner, 'owner', root, {
        countryCode: site.countryCode,
        createdAt: ownerCreatedAt(site.owner, now),
      });
      const installerId = people.idOf(site.installer);
      await enterSite(tx, {
        site,
        sid,
        ownerId,
        installerId,
        companyId: companyId(site.companyKey),
        now,
        products,
      });
    }
    await updateAccessIndex(tx, Object.values(sids));
    const fleet: DemoFleet = { seed, beganAtMs: now.getTime(), sids };
    const installer = required(
      companies().find(({ kind }) => kind === 'installer'),
      'an installer',
    ).manager;
    const accounts: DemoAccount[] = [
      ...(administrates ? [{ email: people.emailOf(ADMIN), role: 'administrator', password: DEMO_PASSWORD }] : []),
      { email: people.emailOf(installer), role: 'installer', password: DEMO_PASSWORD },
      { email: people.emailOf(required(sites[0], 'the first plant').owner), role: 'owner', password: DEMO_PASSWORD },
    ];
    await tx`
      insert into settings ${tx([
        { name: 'demoFleet', value: tx.json({ ...fleet }) },
        {
          name: 'demo',
          value: tx.json({ done: 0, total: sites.length, accounts: accounts.map((account) => ({ ...account })) }),
        },
      ])} on conflict (name) do update set value = excluded.value`;
    return fleet;
  });
}

/** Records which devices are simulated: demo accounts control no others. Called at each start, as the fleet may have grown. */
export async function recordDevices(sql: Sql, sites: readonly FleetSite[]): Promise<void> {
  const sns = sites.flatMap(({ devices, gateways }) => [
    ...devices.map(({ sn }) => sn),
    ...gateways.flatMap(({ sn, machines }) => [sn, ...machines.map((machine) => machine.sn)]),
  ]);
  await sql`
    insert into settings (name, value) values ('demoDevices', ${JSON.stringify(sns)}::text::jsonb)
    on conflict (name) do update set value = excluded.value`;
}

/** Creates each account once, with a role in a company, marked as a demo account. */
class People {
  private readonly accounts = new Map<string, { id: number; email: string }>();
  private readonly sql: Transaction;
  private readonly passwordHash: string;
  constructor(sql: Transaction, passwordHash: string) {
    this.sql = sql;
    this.passwordHash = passwordHash;
  }
  async enter(
    { name, email, phone = '' }: Person,
    role: string,
    companyId: number,
    { countryCode, createdAt }: { countryCode: string; createdAt: Date },
  ): Promise<number> {
    const known = this.accounts.get(email);
    if (known !== undefined) return known.id;
    const { sql } = this;
    // An address of an operator's own account is not reused.
    let free = email;
    while ((await sql`select from users where email = ${free}`).length > 0) free = `demo.${free}`;
    const [inserted] = await sql<{ id: number }[]>`
      insert into users (email, password_hash, demo_password_hash, name, phone, country_code, created_at)
      values (${free}, ${this.passwordHash}, ${this.passwordHash}, ${name}, ${phone}, ${countryCode}, ${createdAt}) returning id`;
    const { id } = required(inserted, 'the new user');
    await sql`
      insert into memberships (user_id, company_id, role_id, is_company_owner, created_at)
      select ${id}, ${companyId}, id, ${role !== 'owner'}, ${createdAt} from roles where code = ${role} on conflict do nothing`;
    await indexUsers(sql, [id]);
    await bindInvitations(sql, id, free);
    this.accounts.set(email, { id, email: free });
    return id;
  }
  private accountOf({ email }: Person): { id: number; email: string } {
    return required(this.accounts.get(email), `the account of ${email}`);
  }
  idOf(person: Person): number {
    return this.accountOf(person).id;
  }
  emailOf(person: Person): string {
    return this.accountOf(person).email;
  }
}

const DAY_MS = 86_400_000;
const OLDEST_DAYS = 900;
const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Companies join from the top of the tree downwards, half a year apart, their managers on the same day. */
function companyCreatedAt({ key, kind }: Pick<FleetCompany, 'key' | 'kind'>, now: Date): Date {
  const level = ['manager', 'distributor', 'dealer', 'installer'].indexOf(kind);
  return daysBefore(now, OLDEST_DAYS - 180 * level - (hash(key, 'created') % 150));
}

/** Owners register on days of the last twelve weeks, which the dashboard draws. */
const ownerCreatedAt = ({ email }: Person, now: Date): Date =>
  daysBefore(now, (hash(email, 'created') % 84_000) / 1000);

async function enterCompanies(
  sql: Transaction,
  list: readonly FleetCompany[],
  now: Date,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const [root] = await sql<{ id: number }[]>`select id from companies where parent_id is null order by id limit 1`;
  for (const company of list) {
    const createdAt = companyCreatedAt(company, now);
    // The seeded root company becomes the fleet's manager company, whose branch contains everything.
    const [row] =
      company.parentKey === null && root
        ? await sql<
            { id: number }[]
          >`update companies set name = ${company.name}, kind = ${company.kind}, created_at = ${createdAt} where id = ${root.id} returning id`
        : await sql<{ id: number }[]>`
            insert into companies (name, kind, created_at, parent_id)
            values (${company.name}, ${company.kind}, ${createdAt}, ${company.parentKey === null ? null : required(ids.get(company.parentKey), 'the company above')}) returning id`;
    ids.set(company.key, required(row, 'the company').id);
  }
  await indexCompanies(sql, [...ids.values()]);
  return ids;
}

async function enterSite(
  sql: Transaction,
  {
    site,
    sid,
    ownerId,
    installerId,
    companyId,
    now,
    products,
  }: {
    site: FleetSite;
    sid: string;
    ownerId: number;
    installerId: number;
    companyId: number;
    now: Date;
    products: readonly ProductRow[];
  },
): Promise<void> {
  // A plant without its first device was entered a few days ago.
  const createdAt = site.commissionedOn === null ? daysBefore(now, 3) : new Date(`${site.commissionedOn}T09:00:00Z`);
  await sql`
    insert into sites ${sql({
      sid,
      name: site.name,
      companyId,
      ownerId,
      installerId,
      countryCode: site.countryCode,
      stateName: site.state,
      city: site.city,
      street: site.street,
      zipCode: site.zipCode,
      latitude: site.latitude,
      longitude: site.longitude,
      timezone: site.timeZone,
      temperatureUnit: site.temperatureUnit,
      currency: site.currency,
      powerMaxW: Math.round(site.powerMaxW),
      commissionedOn: site.commissionedOn,
      pvBrand: site.pvBrand,
      pvModel: site.pvModel,
      isImporting: site.commissionedOn !== null,
      createdAt,
    })}`;
  await sql`
    insert into site_prices (sid, valid_from, price, feed_in_price)
    values (${sid}, '2000-01-01', ${site.electricityPrice}, ${site.feedInPrice})`;
  const devices = devicesOf(site, products);
  await sql`insert into site_live (sid, status, devices) values (${sid}, 2, ${devices.length})`;
  for (const { sn, productId, gatewaySn, atModules, inputs: _, ...position } of devices) {
    await sql`insert into devices ${sql({ sid, sn, productId, gatewaySn, createdAt, ...position })}`;
    await sql`insert into device_live (sid, sn) values (${sid}, ${sn})`;
    if (atModules)
      await sql`insert into meter_settings (sid, sn, valid_from, role) values (${sid}, ${sn}, '2000-01-01', 'production')`;
    await sql`
      insert into serial_numbers (sn, product_id, sid, gateway_sn, activated_at, activated_by)
      values (${sn}, ${productId}, ${sid}, ${gatewaySn || null}, ${createdAt}, ${installerId})
      on conflict (sn) do update set product_id = excluded.product_id, sid = excluded.sid, gateway_sn = excluded.gateway_sn`;
  }
  const inputsOf = (productId: number) => {
    const product = required(
      products.find(({ id }) => id === productId),
      'the product',
    );
    return producesEnergy(product.kind) ? product.inputs : 0;
  };
  await createLayout(
    sql,
    { sid, by: installerId, at: createdAt },
    devices.map((device) => ({ ...device, inputs: device.inputs || inputsOf(device.productId) })),
  );
}

interface CreatedDevice {
  sn: string;
  productId: number;
  /** '': it reports by itself. */
  gatewaySn: string;
  stringNumber: number | null;
  tiltDeg: number | null;
  azimuthDeg: number | null;
  orientation: string | null;
  /** Inputs with a panel; 0: as many as its product has. */
  inputs: number;
  /** Whether it is a meter that measures production. */
  atModules: boolean;
}

interface ProductRow {
  id: number;
  name: string;
  kind: Kind;
  inputs: number;
}

/** Returns the devices of a plant with their products: devices that post frames by model, gateways and attached devices by their announce. */
function devicesOf({ devices, gateways }: FleetSite, products: readonly ProductRow[]): CreatedDevice[] {
  const posting = devices
    .filter((device) => device.registered)
    .map(({ sn, model, stringNumber, tiltDeg, azimuthDeg, orientation }) => {
      const productId = required(
        products.find(({ name }) => name === model),
        `the product ${model}`,
      ).id;
      return {
        sn,
        productId,
        gatewaySn: '',
        stringNumber,
        tiltDeg,
        azimuthDeg,
        orientation,
        inputs: 0,
        atModules: false,
      };
    });
  const noPosition = {
    stringNumber: null,
    tiltDeg: null,
    azimuthDeg: null,
    orientation: null,
    inputs: 0,
    atModules: false,
  };
  const announced = gateways.flatMap((gateway) => {
    const gatewayDevice = {
      sn: gateway.sn,
      productId: required(productOfAnnounced(products, gateway), 'the product of the gateway').id,
      gatewaySn: '',
      ...noPosition,
    };
    const machines = gateway.machines.map((machine) => {
      const { sn, inputs, stringNumber, tiltDeg, azimuthDeg, atModules } = machine;
      return {
        sn,
        productId: required(productOfAnnounced(products, machine), 'the product of the machine').id,
        gatewaySn: sn === gateway.sn ? '' : gateway.sn,
        ...(inputs.length === 0 ? noPosition : { stringNumber, tiltDeg, azimuthDeg, orientation: 'portrait' }),
        inputs: inputs.length,
        atModules,
      };
    });
    return gateway.machines.some(({ sn }) => sn === gateway.sn) ? machines : [gatewayDevice, ...machines];
  });
  return [...posting, ...announced];
}
