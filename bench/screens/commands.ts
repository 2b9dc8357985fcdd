// Commands to the pictured devices: values read, a limit, a change that awaits a second person, the same change for many, a limit rule of a plant.
import { setTimeout as wait } from 'node:timers/promises';
import { ask, tokenOf } from '../calling.ts';
import { ADMIN, type World } from '../world.ts';

/** Marks all sessions as signed in with a second factor: with a password alone, changes are not available. */
export async function strengthen({ sql }: World): Promise<void> {
  await sql`update sessions set second_factor = 'code' where api_name is null`;
  await sql`select pg_notify('heliograph_sessions', 'all')`;
}

/** Sends commands by calls of the portal, which the simulated gateways answer. */
export async function severalCommands(world: World): Promise<void> {
  const { sql, url } = world;
  const token = await tokenOf(url, ADMIN.email);
  await strengthen(world);
  const devices = await sql<{ kind: string; sid: string; sn: string }[]>`
    select distinct on (p.kind) p.kind, d.sid, d.sn from devices d join products p on p.id = d.product_id
      join gateways g on g.sn = coalesce(nullif(d.gateway_sn, ''), d.sn) and g.online
    where p.parameters <> '[]' and p.kind in ('hybrid', 'battery', 'microinverter', 'inverter') order by p.kind, d.sid, d.sn`;
  const callApi = async (path: string, body: object) => {
    const { code } = await ask(url, path, body, token);
    if (code !== 200) console.error(`${path} ${JSON.stringify(body)}: ${code}`);
  };
  for (const { sid, sn } of devices) await callApi('gateway/bsg/server', { sid, sn });
  for (const { kind, sid, sn } of devices) {
    if (kind === 'battery' || kind === 'hybrid') continue;
    await callApi('gateway/bsg/server', { sid, sn, action: 'limit', limitPercent: 60 });
    await callApi('gateway/bsg/server', { sid, sn, write: [{ name: 'overVoltageV', value: 253 }], waitS: 0 });
  }
  // A limit rule of one plant; in another plant its form is pictured.
  const plantWithRule = devices.find(({ kind }) => kind === 'microinverter');
  if (plantWithRule)
    await callApi('site/limitRule/setUp', {
      sid: plantWithRule.sid,
      kind: 'feedIn',
      most: 60,
      mostUnit: '%',
      byMeter: false,
      priceOf: null,
      below: null,
      limitPercent: null,
      safePercent: 60,
    });
  // The commands of a past day are summarized in one line.
  if (plantWithRule)
    await sql`
      insert into commands (sid, id, gateway_sn, sn, action, parameters, read_back, state, step, asked_at, queued_at, issued_at, ended_at,
        valid_s, expires_at, by_rule, stands_for)
      select d.sid, gen_random_uuid(), coalesce(nullif(d.gateway_sn, ''), d.sn), d.sn, 'limit', '{"limitPercent": 60}', '{"limitPercent": 60}',
        'readBack', 'read', at, at, at, at, 300, at, 'change', '{"commands": 131, "changes": 46, "failed": 2, "least": 15, "most": 80}'
      from devices d, (select now() - interval '6 days' as at) long_ago where d.sid = ${plantWithRule.sid} and d.sn = ${plantWithRule.sn}`;
  const model = 10001;
  const { data } = await ask(url, 'configuration/inverter/group/filter', { model }, token);
  await callApi('configuration/inverter/setupValue', {
    model,
    devices: (data as { total: number }).total,
    write: [{ name: 'reconnectTimeS', value: 90 }],
  });
  for (let tries = 0; tries < 100; tries++) {
    const [open] = await sql<{ n: number }[]>`
      select count(*)::int as n from commands where state in ('approved', 'issued', 'accepted')`;
    if (open!.n === 0) return;
    await wait(200);
  }
}
