// Rules that the linter cannot check: imports between folders, a test for every call, single places for shared concerns.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Call } from '@heliograph/contract/call.ts';
import { calls, type Path } from '@heliograph/contract/calls.ts';
import { BUILT_PAGES } from '@heliograph/contract/pages.ts';
import { expect, test } from 'vitest';
import { callTables } from '../../scripts/callTables.ts';
import { FAMILIES } from '../src/families/families.ts';
import { defOf, fieldsOf } from './requestFields.ts';
import { selection } from './testSelection.ts';

const root = resolve(import.meta.dirname, '../..');
const files = (pattern: string) => globSync(pattern, { cwd: root }).filter((file) => !file.includes('node_modules'));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('every call has a file at its path, in the contract, too, and a test beside it', () => {
  const missing = Object.keys(calls).flatMap((path) => {
    const own = [`contract/src/calls/${path}.ts`, `server/src/calls/${path}.ts`, `server/src/calls/${path}.test.ts`];
    return own.filter((name) => !existsSync(join(root, name)));
  });
  expect(missing).toEqual([]);
});

test('the tables of calls are up to date: npm run generate writes them', () => {
  for (const [file, text] of Object.entries(callTables())) expect(read(file), file).toBe(text);
});

/** Who may import what (style): folder -> what its imports may start with, as paths from the root. */
const walls: [folder: string, allowed: string[], advice: string][] = [
  ['contract/src', ['contract/src', 'zod'], 'the contract depends on zod and nothing else'],
  [
    'simulator/src',
    ['simulator/src', 'contract', 'node:', 'mqtt'],
    'the simulator knows the contract only, never the server',
  ],
  [
    'web/src/ui',
    ['web/src/ui', 'react', '@mantine', '@tabler', '@tanstack', '@fontsource'],
    'ui knows nothing of the product: move it to components',
  ],
];

/** Rooms of the server, lowest first, from the table of docs/develop/architecture.md: a room imports only those before it. */
const roomTable = /^\| Room \| Holds \|\n\|[-|]+\|\n((?:\|.*\|\n)+)/m.exec(read('docs/develop/architecture.md'))![1]!;
const rooms = [...roomTable.matchAll(/^\| `(\w+)\/` \|/gm)].map(([, room]) => room!);

function importsOf(file: string): string[] {
  return [...read(file).matchAll(/^(?:import|.*\bfrom) '([^']+)';$/gm)].map(([, source]) => {
    if (source!.startsWith('.')) return relative(root, resolve(root, dirname(file), source!));
    return source!.replace('@heliograph/contract', 'contract').replace('@heliograph/simulator', 'simulator');
  });
}

test.each(walls)('imports of %s keep to its walls', (folder, allowed, advice) => {
  const wrong = files(`${folder}/**/*.{ts,tsx}`)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((source) => !allowed.some((start) => source.startsWith(start)))
        .map((source) => `${file} imports ${source}: ${advice}`),
    );
  expect(wrong).toEqual([]);
});

const serverFiles = files('server/src/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
const isPure = (file: string) => file.includes('/rules/');
/** Undefined: a file directly in server/src. */
const roomOf = (file: string) => /^server\/src\/(\w+)\//.exec(file)?.[1];

test('each folder of the server is a room of the table', () => {
  const folders = serverFiles.map(roomOf).filter((room) => room !== undefined);
  expect([...new Set(folders)].toSorted()).toEqual(rooms.toSorted());
});

test('the README of each room has its line of the table, and links to files that exist', () => {
  for (const [, room, holds] of roomTable.matchAll(/^\| `(\w+)\/` \| (.*) \|$/gm)) {
    const text = read(`server/src/${room}/README.md`);
    expect(text).toContain(`# ${room}\n\n${holds}.\n`);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
    expect(links.length, room).toBeGreaterThan(0);
    expect(links.filter((link) => !existsSync(join(root, 'server/src', room!, link)))).toEqual([]);
  }
});

test('a room imports only rooms before its own, and rules of any', () => {
  const wrong = serverFiles.flatMap((file) =>
    importsOf(file)
      .filter((source) => {
        const [room, other] = [roomOf(file), roomOf(source)];
        if (room === undefined || other === undefined || isPure(source)) return false;
        return rooms.indexOf(other) > rooms.indexOf(room);
      })
      .map((source) => `${file} imports ${source}`),
  );
  expect(wrong).toEqual([]);
});

test('rules are pure', () => {
  const allowed = ['contract', 'countries-list', 'iso-3166'];
  const pure = serverFiles.filter(isPure);
  expect(pure.length).toBeGreaterThan(50);
  const wrong = pure.flatMap((file) =>
    importsOf(file)
      .filter((source) => !isPure(source) && !allowed.some((start) => source.startsWith(start)))
      .map((source) => `${file} imports ${source}`),
  );
  expect(wrong).toEqual([]);
});

test('rooms import types only of what puts them together', () => {
  const wrong = serverFiles
    .filter((file) => ![undefined, 'tools', 'demo'].includes(roomOf(file)))
    .flatMap((file) => {
      const named = [...read(file).matchAll(/^import (?!type )([^;]*?) from '((?:\.\.?\/)+\w+\.ts)';$/gm)];
      return named
        .filter(([, , source]) => /^server\/src\/\w+\.ts$/.test(relative(root, resolve(root, dirname(file), source!))))
        .map(([line, names]) => ({ line, names: names!.replace(/[{}]/g, '').split(',') }))
        .filter(({ names }) => names.some((name) => !/^\s*(type |version\b|portalVersion\b|projectDir\b|$)/.test(name)))
        .map(({ line }) => `${file}: ${line}`);
    });
  expect(wrong).toEqual([]);
});

test('CI runs all server tests on the oldest PostgreSQL; those that run without a database ask none', () => {
  expect(read('scripts/test.mjs')).toContain("await vitest('tests on PostgreSQL 15', 'oldest', { postgres: OLDEST })");
  expect(selection('oldest')).toEqual({ exclude: [] });
  for (const pattern of selection('embedded').include!) expect(files(pattern), pattern).not.toEqual([]);
  for (const pattern of selection('quick').exclude) expect(files(pattern), pattern).not.toEqual([]);
  const withSql = serverFiles.filter((file) => /\b(?:sql|tx|counting)(?:<[^`;]*>)?`/.test(read(file)));
  expect(withSql.filter((file) => isPure(file) || roomOf(file) === 'families')).toEqual([]);
});

test('a device family is known by the table of families alone', () => {
  const wrong = files('{server/src,bench}/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && file !== 'server/src/families/families.ts')
    .flatMap((file) =>
      importsOf(file)
        .filter((source) => /^server\/src\/families\/[^/]+\//.test(source) && dirname(source) !== dirname(file))
        .map((source) => `${file} imports ${source}`),
    );
  expect(wrong).toEqual([]);
  // Nor by the names of its products, profiles and paths.
  const naming = Object.entries(FAMILIES).flatMap(([folder, { products, profiles, parsers }]) => {
    if (!existsSync(join(root, 'server/src/families', folder))) return [];
    const names = [...products.map(({ name }) => name), ...Object.keys(profiles), ...Object.keys(parsers)];
    return files('server/src/**/*.ts')
      .filter((file) => !file.endsWith('.test.ts') && !file.startsWith(`server/src/families/${folder}/`))
      .filter((file) => names.some((name) => read(file).includes(`'${name}'`)));
  });
  expect(naming).toEqual([]);
});

test('a call imports no other call, no Fastify and no process.env', () => {
  const wrong = files('server/src/calls/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('calls/index.ts'))
    .flatMap((file) =>
      importsOf(file)
        .filter((source) => source.startsWith('server/src/calls/') || source === 'fastify')
        .map((source) => `${file} imports ${source}`),
    );
  expect(wrong).toEqual([]);
});

test('a call that locks a plant declares that somebody may have deleted it meanwhile', () => {
  // They skip such a plant, and change the others that were chosen.
  const skipping = ['configuration/inverter/setupAnswer', 'configuration/inverter/setupValue'];
  const wrong = files('server/src/calls/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && read(file).includes('await lockEditableSite('))
    .map((file) => file.slice('server/src/calls/'.length, -'.ts'.length))
    .filter((path) => !(calls[path as Path] as Call).errors.includes('siteNotFound') && !skipping.includes(path));
  expect(wrong).toEqual([]);
});

test('a page imports nothing of another area, and a component nothing of a page', () => {
  const product = files('web/src/{pages,components,ui,format,api}/**/*.{ts,tsx}');
  const wrong = product
    .filter((file) => file.startsWith('web/src/pages/') || !file.includes('.test.'))
    .flatMap((file) => {
      const area = file.startsWith('web/src/pages/') ? file.split('/')[3] : undefined;
      return importsOf(file)
        .filter((source) => source.startsWith('web/src/pages/') && source.split('/')[3] !== area)
        .map((source) => `${file} imports ${source}`);
    });
  expect(wrong).toEqual([]);
});

test('only config.ts reads the environment, only samples.ts knows the samples table', () => {
  const server = files('server/src/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  expect(server.filter((file) => /process\.env\b/.test(read(file)))).toEqual(['server/src/config.ts']);
  const samplesTable = /\b(from|into|join|update|table)\s+(hot_samples|sample_blocks|damaged_blocks)\b/i;
  expect(server.filter((file) => samplesTable.test(read(file)) && !file.startsWith('server/src/samples/'))).toEqual([]);
});

test('only platform/clientAddress.ts asks Fastify for the address: what a proxy says may be none', () => {
  const asking = files('server/src/**/*.ts').filter((file) => /\brequest\.ips?\b/.test(read(file)));
  expect(asking).toEqual(['server/src/platform/clientAddress.ts']);
});

test('whoever makes or deletes memberships, or makes companies, updates the index of who sees them', () => {
  const changing = files('server/src/**/*.ts').filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      /\b(insert into (memberships|companies)|delete from memberships|update companies set [^`]*parent_id)\b/.test(
        read(file),
      ),
  );
  expect(changing.length).toBeGreaterThan(8);
  expect(changing.filter((file) => !/\b(indexUsers|indexCompanies|updateBranches)\(/.test(read(file)))).toEqual([]);
});

test('only what an account signs in with, what goes with it, people, companies, and what concerns a plant that the caller does not see ask the database as the process itself', () => {
  const asking = files('server/src/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && /\basProcess\(/.test(read(file)),
  );
  expect(asking.toSorted()).toEqual([
    'server/src/access/secondFactors.ts',
    'server/src/accounts/passwords/reauthenticate.ts',
    'server/src/calls/account/email/change.ts',
    'server/src/calls/account/leaving.ts',
    'server/src/calls/account/logOff.ts',
    'server/src/calls/account/passkeys/add.ts',
    'server/src/calls/account/passkeys/begin.ts',
    'server/src/calls/account/push/add.ts',
    'server/src/calls/account/secondFactor.ts',
    'server/src/calls/account/secondFactor/begin.ts',
    'server/src/calls/account/secondFactor/confirm.ts',
    'server/src/calls/account/secondFactor/end.ts',
    'server/src/calls/account/switchCompany.ts',
    'server/src/calls/account/tokens/make.ts',
    'server/src/calls/account/updatePassword.ts',
    'server/src/calls/auth/role/update.ts',
    'server/src/calls/product/sn/ownership/decide.ts',
    'server/src/calls/product/sn/requests/answer.ts',
    'server/src/calls/user/company/signIn.ts',
    'server/src/calls/webhook/create.ts',
    'server/src/calls/webhook/replaceSecret.ts',
    'server/src/companies/people/lockPeople.ts',
  ]);
});

test('requests are made of the texts, numbers and days of entities/parts.ts', () => {
  const bareSchema = /\bz\.(string|number|coerce|unknown|any|date|bigint)\b/;
  const written = files('contract/src/calls/**/*.ts').flatMap((file) =>
    [...read(file).matchAll(/request: [\s\S]*?(?=\n\s+response:)/g)]
      .filter(([request]) => bareSchema.test(request))
      .map(([request]) => `${file}: ${request}`),
  );
  expect(written).toEqual([]);
  // And by what they take, for shapes that stand elsewhere in a file.
  const taken = Object.entries(calls).flatMap(([path, { request }]) =>
    fieldsOf(request)
      .filter(({ schema }) => {
        const odd: Record<string, unknown[]> = {
          string: ['\0', '\ud800'],
          number: [1e300, -1e300, 5e-324, Number.NaN],
        };
        const isTaken = (odd[defOf(schema).type] ?? []).some((value) => schema.safeParse(value).data === value);
        return isTaken || ['any', 'date', 'bigint'].includes(defOf(schema).type);
      })
      .map((field) => `${path} ${field.path.join('.')}`),
  );
  expect(taken).toEqual([]);
});

test('http/ names no call by its path: what is special about a call stands in its entry of the contract', () => {
  const paths = new Set(Object.keys(calls));
  const named = files('server/src/http/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...read(file).matchAll(/(['"`])(?:\/v\d\/)?([\w/-]+)\1/g)]
        .filter(([, , text]) => paths.has(text!))
        .map(([text]) => `${file} ${text}`),
    );
  expect(named).toEqual([]);
});

test('every list that the side menu leads to keeps saved views', () => {
  // Pages with figures or a form, and complete views: a tree, and a comparison of roles.
  const noLists = [
    'Dashboard',
    'InverterConfiguration',
    'RolesPermission',
    'Menus',
    'GroupAccess',
    'Brands',
    'Operation',
  ];
  // The last is the list of plants, loaded by its page when there is more than one.
  const lists = /\b(ListPage|ViewsButton|AllSites)\b/;
  expect(read('web/src/pages/plants/AllSites.tsx')).toContain('<ListPage');
  const table = read('web/src/pageTable.ts');
  const fileOf = (name: string) =>
    new RegExp(`^  ${name}: page\\(\\s*\\(\\) => import\\('\\./([^']+)'\\)`, 'm').exec(table)![1]!;
  const without = BUILT_PAGES.filter(({ menu }) => menu)
    .filter(({ name }) => !lists.test(read(`web/src/${fileOf(name)}`)))
    .map(({ name }) => name as string);
  expect(without.toSorted()).toEqual(noLists.toSorted());
});

test('who shows a component of Mantine brings its styles, unless every page has them', () => {
  const styled = (text: string) => [...text.matchAll(/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name!);
  const everywhere = ['styles', 'panelStyles'].flatMap((name) => styled(read(`web/src/ui/${name}.ts`)));
  const without = files('web/src/**/*.tsx').flatMap((file) => {
    const source = read(file);
    const shown = /import \{([^}]*)\} from '@mantine\/core'/.exec(source)?.[1]?.match(/\w+/g) ?? [];
    const there = [...everywhere, ...styled(source)];
    return shown
      .filter((name) => existsSync(join(root, `node_modules/@mantine/core/styles/${name}.layer.css`)))
      .filter((name) => !there.includes(name))
      .map((name) => `${file} ${name}`);
  });
  // Text in a notice looks like the notice, and a plant's page has no bytes to spare.
  expect(without).toEqual(['web/src/pages/plant/SiteJobs.tsx Text']);
});

/** Patterns of statements that a distributed database refuses (docs/develop/testing.md), and the files that may contain them. */
const undistributable: [what: string, pattern: RegExp, allowed: string[]][] = [
  ["a row's transaction as its version: use a column", /\bxmin\b/, []],
  // Of one user and of one plant.
  [
    'a lateral join with a limit: use max(...) compared with the row’s own sid',
    /\bjoin lateral \(/,
    ['server/src/calls/account/info.ts'],
  ],
  // Of one plant, or rows that are inserted and joined to nothing.
  [
    'several arrays in one unnest of a from-clause: use (select unnest(a) as x, unnest(b) as y) g',
    /\b(?:from|join|using) unnest\(\s*\$\{[^`]*?\}(?:::[\w[\]]+)+,/,
    [
      'server/src/calls/device/list.ts',
      'server/src/energy/periods/energyOfPeriods.ts',
      'server/src/ingest/deviceEvents.ts',
      'server/src/energy/days/siteTotals.ts',
    ],
  ],
  ['a function of time in returning: return the column', /\breturning\b[^`]*\bextract\(/, []],
  // Rows of one plant, of one user, or of a table that stays in one place.
  [
    'a lock by select: use lock_devices and lock_sites for several plants',
    /\bfor (?:no key )?(?:update|share)\b[^;]*`/,
    [
      'server/src/calls/account/update.ts',
      // fourteen rows, in one order
      'server/src/companies/changeBrand.ts',
      'server/src/calls/site/delete.ts',
      'server/src/devices/products/lockProduct.ts',
      'server/src/firmware/lockFirmware.ts',
      // one command of one plant
      'server/src/commands/commandRows.ts',
      'server/src/commands/limitRules/compactHistory.ts',
      'server/src/commands/limitRules/enforce.ts',
      // one roll-out, which is in one place
      'server/src/firmware/rollouts/rolloutRows.ts',
      'server/src/claiming/claimDevices.ts',
      'server/src/plants/deletion/deleteSite.ts',
      'server/src/access/accessIndex.ts',
      // of what is in one place: numbers and gateways; of a request of one plant
      'server/src/claiming/announcements/announcedNumbers.ts',
      'server/src/claiming/announcements/applyAnnounce.ts',
      'server/src/claiming/announcements/settleClaimRequests.ts',
      'server/src/claiming/releaseWithheld.ts',
      'server/src/accounts/setupLink.ts',
      'server/src/http/idempotency.ts',
      'server/src/jobs/expireData.ts',
      'server/src/samples/removed.ts',
      'server/src/samples/sealing.ts',
      'server/src/access/lockSite.ts',
      'server/src/readings/moveHistory.ts',
      'server/src/energy/days/recomputeSite.ts',
      'server/src/ingest/unclaimed/replayReports.ts',
      'server/src/ingest/unclaimed/unclaimedLimits.ts',
      // of what every node has whole
      'server/src/companies/roles/menus.ts',
      'server/src/companies/roles/roles.ts',
    ],
  ],
  [
    'a device’s live row changed without its version: what processes keep of it would be taken for true',
    /\bupdate device_live(?: l)? set (?!version\b|seen_by\b|\$\{columnsOf)/,
    [],
  ],
  [
    'settings made by a function: they do not reach other nodes, use set local',
    /\bset_config\(/,
    [
      'server/src/platform/database/embedded/cluster.ts',
      'server/src/platform/database/migrate.ts',
      'server/src/platform/database/startLock.ts',
      'server/src/platform/database/rlsSettings.ts',
      // made where there are no other nodes
      'server/src/platform/database/genericPlans.ts',
    ],
  ],
];

test.each(undistributable)('no statement has %s', (_what, pattern, allowed) => {
  const found = files('server/src/**/*.ts').filter((file) => !file.endsWith('.test.ts') && pattern.test(read(file)));
  expect(found.filter((file) => !allowed.includes(file))).toEqual([]);
});

test('calls insert rows as values: another node takes no others from a role that row policies watch', () => {
  const found = files('server/src/{calls,claiming,companies,plants,accounts}/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && /\binsert into [^`]*\)\s*select\b/.test(read(file)),
  );
  // Of numbers, which are in one place; of the process itself.
  expect(found.toSorted()).toEqual([
    'server/src/accounts/firstAdministrator.ts',
    'server/src/claiming/announcements/announceEvents.ts',
    'server/src/claiming/announcements/applyAnnounce.ts',
    'server/src/claiming/announcements/claimRequests.ts',
    'server/src/claiming/announcements/joinPlant.ts',
    'server/src/claiming/claimDevices.ts',
    'server/src/companies/closeCompany.ts',
  ]);
});
