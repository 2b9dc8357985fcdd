// Plants with updatable gateways, and roll-outs over them, for tests.
import { DEFAULT_PLAN, type RolloutAnswer, type RolloutPlan } from '@heliograph/contract/rollouts.ts';
import type { Sql } from '../src/platform/database/connect.ts';
import { makeFirmware, tellVersions } from './firmware.ts';
import { createSetupPlants } from './setupPlants.ts';
import type { TestServer } from './testServer.ts';

/** No observation period: the next wave begins when the previous one ends. */
export const PLAN: RolloutPlan = { ...DEFAULT_PLAN, waves: [{ unit: 'percent', upTo: 100 }], watchMin: 0 };

/** Creates a roll-out that has ended with its only device updated; by default no test user started it. */
export async function makeRollout(
  sql: Sql,
  given: {
    sid: string;
    sn: string;
    companyId: number;
    by?: number;
    firmwareId?: number;
    state?: string;
    step?: string;
    id?: string;
  },
): Promise<string> {
  const { sid, sn, companyId, by = 0, firmwareId = 1, state = 'stopped', step = 'updated' } = given;
  const id = given.id ?? crypto.randomUUID();
  const end = state === 'running' || state === 'paused' ? null : new Date('2026-06-16');
  await sql`
    insert into rollouts (id, firmware_id, version_name, model, asked_by, company_id, acts_by, acts_for, asked_at, plan, state,
      waves, devices, ended_at, settled_at)
    values (${id}, ${firmwareId}, '9.0.0', 10000, ${by}, ${companyId}, ${by}, ${companyId}, '2026-06-15',
      ${JSON.stringify(PLAN)}::text::jsonb, ${state}, 1, 1, ${end}, ${end})`;
  await sql`
    insert into rollout_devices (sid, rollout_id, sn, asked_by, company_id, wave, place, firmware_id, version_name, before, step)
    values (${sid}, ${id}, ${sn}, ${by}, ${companyId}, 0, 0, ${firmwareId}, '9.0.0', '1.8.0', ${step})`;
  return id;
}

/** Creates a consent question of a roll-out; open by default. */
export async function makeQuestion(sql: Sql, given: { sid: string; id?: string }): Promise<string> {
  const { sid, id = crypto.randomUUID() } = given;
  await sql`
    insert into update_questions (sid, id, is_rollout, firmware_id, version_name, company_id, asked_at, ends_at)
    values (${sid}, ${id}, true, 1, '9.0.0', 0, '2026-06-15', '2099-01-01')`;
  return id;
}

/** Creates plants of one company, each with a gateway at version 1.8.0, and firmware 1.9.0 for it. */
export async function createRolloutPlants(server: TestServer, count: number, file?: Uint8Array) {
  const { sql, ask, call } = server;
  const plants = await createSetupPlants(server, count);
  for (const { sid, sn } of plants.gateways) await tellVersions(sql, { sid, sn });
  const [existing] = await sql<
    { id: number }[]
  >`select id from firmware where version_name = '1.9.0' and model = 10000`;
  const id = existing?.id ?? (await makeFirmware(sql, { versionName: '1.9.0', ...(file ? { file } : {}) }));
  const filters = { keywords: plants.mark };
  const find = async (more: object = {}, who = plants.first) =>
    await ask('configuration/ota/rollout/find', { id, filters, ...more }, who);
  const begin = async (more: object = {}, who = plants.first) =>
    await call(
      'configuration/ota/rollout/begin',
      { id, filters, devices: count, plan: PLAN, asksOwners: false, ...more },
      who,
    );
  const begun = async (more: object = {}): Promise<string> => {
    const answer = await begin(more);
    if (answer.code !== 200) throw new Error(`not started: ${answer.code} ${answer.msg}`);
    return answer.data.id as string;
  };
  const detail = async (rollout: string, who = plants.first) =>
    await ask('configuration/ota/rollout/detail', { id: rollout }, who);
  const devices = async (rollout: string, filtered: object = {}) =>
    (
      await ask(
        'configuration/ota/rollout/devices',
        { id: rollout, filters: filtered, page: { size: 200 } },
        plants.first,
      )
    ).list;
  const answer = async (rollout: string, word: RolloutAnswer, revision: number, who = plants.first) =>
    await call('configuration/ota/rollout/answer', { id: rollout, answer: word, revision }, who);
  return { ...plants, id, filters, find, begin, begun, detail, devices, answer };
}
