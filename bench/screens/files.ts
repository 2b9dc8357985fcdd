// Pictured documents, firmware, and roll-outs of firmware versions.
import { vectorOf } from '../../server/src/documents/rules/searchWords.ts';
import type { World } from '../world.ts';

/** Manuals in several languages, one of them in two versions. */
export async function severalDocuments(sql: World['sql']): Promise<void> {
  const text =
    'If the indicator blinks red and the portal shows 0001, DC over voltage: check that the module suits the microinverter.';
  for (const [n, [title, version, languages, models, name, isNewest]] of [
    ['Installation of microinverters', '2.0', ['en'], [400, 800], 'installation.pdf', false],
    ['Installation of microinverters', '2.1', ['en'], [400, 800], 'installation-2.1.pdf', true],
    ['Montage von Mikrowechselrichtern', '2.1', ['de'], [400, 800], 'montage.pdf', true],
    ['微型逆变器安装手册', '1.4', ['zh', 'en'], [400], '安装.docx', true],
    ['Codes of alerts and what to do', '', ['en', 'de', 'fr', 'es'], [], 'codes.xlsx', true],
  ].entries() as ArrayIterator<[number, [string, string, string[], number[], string, boolean]]>) {
    const series = `00000000-0000-4000-8000-00000000000${Math.max(1, n)}`;
    const type = name.split('.').at(-1)!;
    const [row] = await sql<{ id: number }[]>`
      insert into documents (series, is_newest, title, version, languages, models, file_name, type, bytes, sha256, pages, has_text,
        is_whole, created_at)
      values (${series}, ${isNewest}, ${title}, ${version}, ${languages}::text[], ${models}::int[], ${name}, ${type},
        ${(n + 1) * 731_000}, '\\x00', ${type === 'pdf' ? 24 : null}, true, true, now() - ${20 - n} * interval '9 days')
      returning id`;
    await sql`
      insert into document_texts (document_id, part, text, words) values (${row!.id}, 12, ${text}, ${vectorOf(text)}::text::tsvector)`;
  }
}

/** Inserts firmware for gateways and microinverters: published, mandatory, a draft, and one with an incomplete file; and a newer and an older one for batteries. */
export async function severalFirmware(sql: World['sql']): Promise<void> {
  await sql`
    insert into firmware (version_name, model, hardware, description, file_name, bytes, received, sha256, signature, published_at,
      is_forced, created_at)
    select g.version, g.model, g.hardware, g.description, g.file, 1310720, case when g.state = 'uploading' then 524288 else 1310720 end,
      case when g.state = 'uploading' then null else sha256(g.file::bytea) end, decode(repeat('5a', 64), 'hex'),
      case when g.state = 'published' then now() - interval '3 days' end, g.forced, now() - g.days * interval '1 day'
    from (values
      ('9.2.0', 10000, '', 'Reads protection values twice as fast', 'gateway-9.2.0.bin', 'published', true, 4),
      ('9.1.0', 10000, '2.1', '', 'gateway-9.1.0.bin', 'published', false, 60),
      ('9.3.0-rc1', 10000, '', 'For the test field', 'gateway-9.3.0-rc1.bin', 'draft', false, 2),
      ('14', 800, 'B', '', 'BDM-800_14.bin', 'uploading', false, 0)
    ) g (version, model, hardware, description, file, state, forced, days)`;
  await sql`
    insert into firmware (version_name, model, hardware, description, file_name, bytes, received, sha256, signature, published_at, is_forced,
      created_at)
    select v.name, p.model, '', v.description, 'battery-' || v.name || '.bin', 917504, 917504, sha256(v.name::bytea),
      decode(repeat('5a', 64), 'hex'), now() - interval '5 days', v.forced, now() - interval '6 days'
    from (select min(model) as model from products where kind = 'battery' and company_id is null) p, (values
      ('1.31', 'Balances cells more gently at low temperatures', true), ('1.20', '', false)
    ) v (name, description, forced)`;
}

/** Inserts roll-outs of the newest version for gateways, in every state: watched, paused without an authorized person, stopped by its rule, finished and rolled back, and that rollback. */
export async function severalRollouts(sql: World['sql']): Promise<void> {
  const plan = {
    waves: [
      { unit: 'devices', upTo: 1 },
      { unit: 'percent', upTo: 50 },
      { unit: 'percent', upTo: 100 },
    ],
    mostFailed: 2,
    mostFailedPercent: 20,
    mostSilentPercent: 30,
    withinH: 24,
    watchMin: 1_440,
  };
  const ended = '00000000-0000-4000-8000-0000000000d0';
  const rows = [
    {
      state: 'running',
      wave: 1,
      steps: ['updated', 'updated', 'silent', 'waiting'],
      events: ['begun', 'wave', 'watching', 'wave', 'watching'],
      hours: 2,
    },
    {
      state: 'paused',
      reason: 'askerGone',
      wave: 1,
      steps: ['updated', 'updated', 'skipped:controlIsOff', 'waiting'],
      events: ['begun', 'wave', 'watching', 'wave', 'paused'],
      hours: 9,
    },
    {
      state: 'stopped',
      reason: 'tooManyFailed',
      wave: 1,
      steps: ['updated', 'failed:checksum', 'failed:signature', 'skipped:stopped'],
      events: ['begun', 'wave', 'watching', 'wave', 'stopped'],
      hours: 50,
    },
    {
      state: 'finished',
      wave: 2,
      steps: ['updated'],
      events: ['begun', 'wave', 'wave', 'wave', 'finished', 'returned'],
      hours: 200,
      id: ended,
    },
    {
      state: 'finished',
      wave: 2,
      steps: ['updated'],
      events: ['begun', 'wave', 'wave', 'wave', 'finished'],
      hours: 190,
      returns: ended,
    },
  ];
  for (const [n, { state, reason = '', wave, steps, events, hours, id, returns }] of rows.entries()) {
    const rollout = id ?? `00000000-0000-4000-8000-0000000000e${n}`;
    const began = Date.now() - hours * 3_600_000;
    const at = (step: number) => new Date(began + step * 1_200_000).toISOString();
    const history = events.map((what, step) => ({
      what,
      at: at(step),
      by: ['begun', 'returned'].includes(what) ? 1 : null,
      wave: events.slice(0, step).filter((one) => one === 'wave').length - (what === 'wave' ? 0 : 1),
      reason: what === state ? reason : '',
    }));
    await sql`
      insert into rollouts (id, firmware_id, version_name, model, returns, asked_by, company_id, acts_by, acts_for, asked_at, plan, state,
        reason, wave, waves, devices, watch_from, ended_at, settled_at, history)
      select ${rollout}, f.id, f.version_name, f.model, ${returns ?? null}, 1, c.id, 1, c.id, ${at(0)}::timestamptz, ${JSON.stringify(plan)}::text::jsonb,
        ${state}, ${reason}, ${wave}, 3, (select count(*) from devices d join products p on p.id = d.product_id where p.kind = 'gateway'),
        case when ${state} = 'running' then now() end, case when ${state} in ('stopped', 'finished') then ${at(5)}::timestamptz end,
        case when ${state} <> 'running' then ${at(5)}::timestamptz end, ${JSON.stringify(history)}::text::jsonb
      from firmware f, (select min(id) as id from companies) c where f.version_name = '9.2.0'`;
    await sql`
      insert into rollout_devices (sid, rollout_id, sn, asked_by, company_id, wave, place, firmware_id, version_name, before, step, reason,
        asked_at, ended_at)
      select d.sid, u.id, d.sn, 1, u.company_id, d.wave, d.n, u.firmware_id, u.version_name, '9.1.0', split_part(s.said, ':', 1),
        split_part(s.said, ':', 2), case when s.said <> 'waiting' then u.asked_at + d.n * interval '4 minutes' end,
        case when s.said <> 'waiting' then u.asked_at + d.n * interval '7 minutes' end
      from (
        select d.sid, d.sn, n, case when n = 1 then 0 when n <= all_of / 2.0 then 1 else 2 end as wave
        from (select d.sid, d.sn, row_number() over (order by d.sn)::int as n, count(*) over () as all_of
          from devices d join products p on p.id = d.product_id where p.kind = 'gateway') d
      ) d join rollouts u on u.id = ${rollout}
        cross join lateral (
          select (${steps}::text[])[case when d.wave > u.wave then ${steps.length} else 1 + (d.n - 1) % greatest(1, ${steps.length} - 1) end] as said
        ) s`;
  }
}
