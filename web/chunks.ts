// Groups the web client's modules into a few large files instead of a hundred small ones, which compress worse and cost headers.
import type { Rolldown } from 'vite';
import { areaOfModule, LOADERS } from './catalogues.ts';
import type { Area } from './src/i18n/areas.ts';

type Group = Rolldown.CodeSplittingGroup;
type Modules = Parameters<Exclude<Group['name'], string>>[1];

/** Libraries that every page needs; they rarely change, so browsers cache them across releases. */
const LIBRARIES =
  /node_modules\/(react-dom|scheduler|clsx|@mantine\/core\/esm\/(core\/(MantineProvider|styles-api|factory|Box|utils)|components\/(Button|UnstyledButton|Loader|Transition|Input|InputBase|TextInput|ActionIcon))|@mantine\/hooks\/esm\/use-uncontrolled)\/.*\.m?js$/;

/** Modules of the first script besides our own; the libraries are thirty times as large. File hashes are excluded. */
const FIRST = /vite\/preload-helper|node_modules\/(react\/|@noble\/hashes\/(?!sha2|_u64)).*\.js$/;

/** The router; sign-in does not need it. */
const ROUTER =
  /node_modules\/(use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\/.*\.m?js$/;

/** Floating elements, needed once something is opened. */
const PANELS =
  /node_modules\/(@floating-ui|react-remove-scroll|@mantine\/core\/esm\/components\/(Floating|FocusTrap|Modal|ModalBase|Overlay|Popover|Portal|ScrollArea|Transition))/;

/** The chart library; bars load with the first chart that has some. */
const CHARTS = /node_modules\/(zrender|echarts\/(?!lib\/(chart|layout)\/bar))|components\/chart\/echarts\.ts$/;

/** Areas of texts of frequent pages, a file each; all others are rare. */
const FREQUENT_AREAS: ReadonlySet<string> = new Set<Area>([
  'start',
  'shell',
  'auth',
  'list',
  'sites',
  'plant',
  'power',
  'alerts',
  'history',
  'files',
  'span',
  'report',
  'benefits',
  'devices',
  'allDevices',
  'device',
  'map',
  'palette',
  // Rare, but long: the file of rare texts must not grow by it.
  'guide',
]);
/** Returns the language of a module with rare texts. */
function languageOfRareTexts(id: string): string | null {
  const texts = areaOfModule(id);
  return texts && !FREQUENT_AREAS.has(texts.area) ? texts.language : null;
}

const isOurs = (id: string): boolean => id === LOADERS || /\/(web|contract)\/src\/.*\.(ts|tsx|css)$/.test(id);
/** Each icon is a module; a file uses the icons that it names. */
const iconOf = (id: string): string | undefined => /@tabler\/icons-react\/.*\/(Icon\w+)\.mjs$/.exec(id)?.[1];

/** Returns a file, all our files that it imports statically, and the names of their icons. */
function filesOf(root: string, modules: Modules, known: Map<string, Set<string>>): Set<string> {
  const before = known.get(root);
  if (before) return before;
  const files = new Set<string>();
  const visit = (id: string): void => {
    if (files.has(id)) return;
    files.add(id);
    const info = modules.getModuleInfo(id);
    for (const [, names] of info?.code?.matchAll(/import \{([^}]*)\} from ["']@tabler\/icons-react["']/g) ?? [])
      for (const [icon] of names!.matchAll(/\bIcon\w+/g)) files.add(icon);
    for (const next of info?.importedIds ?? []) if (isOurs(next)) visit(next);
  };
  visit(`${import.meta.dirname}/src/${root}`);
  known.set(root, files);
  return files;
}

/**
 * Groups are named; files of single pages have only a hash, as every page lists their names. With fewer than seven
 * characters the bundler supports only 64 files.
 */
export const fileNames = {
  chunkFileNames: ({ name }: { name: string }): string =>
    NAMED.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:8].js',
  assetFileNames: ({ names: [name = ''] }: { names: string[] }): string =>
    name.endsWith('.css') && !NAMED.has(name.replace('.css', ''))
      ? 'assets/[hash:8][extname]'
      : 'assets/[name]-[hash:6][extname]',
};
const NAMED = new Set([
  'begin',
  'base',
  'start',
  'signIn',
  'signedIn',
  'list',
  'plant',
  'siteList',
  'charts',
  'panels',
  'icons',
]);

/**
 * Groups for all visitors, for signed-in pages, for lists, and for panels and dialogs, each with
 * its libraries. Modules of a single page or a lazy part stay in their own files.
 */
export function chunkGroups(): Group[] {
  const known = new Map<string, Set<string>>();
  const group = (
    name: string,
    priority: number,
    belongs: (isPartOf: (root: string) => boolean, id: string) => boolean,
    libraries = /^$/,
  ): Group => ({
    priority,
    test: (id) => isOurs(id) || iconOf(id) !== undefined || libraries.test(id),
    name: (id, modules) => {
      if (libraries.test(id)) return name;
      const info = modules.getModuleInfo(id);
      if (info?.isEntry) return null;
      return belongs((root) => filesOf(root, modules, known).has(iconOf(id) ?? id), id) ? name : null;
    },
  });
  return [
    group('begin', 10, (isPartOf) => isPartOf('begin.ts'), FIRST),
    { name: 'base', test: LIBRARIES, priority: 9 },
    group(
      'start',
      8,
      (isPartOf, id) =>
        isPartOf('main.tsx') ||
        // 2 KB: a separate file would occupy one of six connections.
        (id.endsWith('.css') && isPartOf('app.tsx')) ||
        (isPartOf('pages/auth/SignInPage.tsx') &&
          ['app.tsx', 'pages/plants/SiteListPage.tsx', 'pages/plant/SiteDetailPage.tsx'].some(isPartOf)),
    ),
    group('signIn', 7, (isPartOf) => isPartOf('pages/auth/SignInPage.tsx')),
    { name: 'charts', test: CHARTS, priority: 7 },
    // Rare texts are one file per language, as every page lists the names of all files.
    {
      name: (id) => `rare-${languageOfRareTexts(id)}`,
      test: (id) => languageOfRareTexts(id) !== null,
      priority: 6,
    },
    { name: 'panels', test: PANELS, minShareCount: 2, priority: 6 },
    group(
      'signedIn',
      5,
      (isPartOf) =>
        isPartOf('app.tsx') ||
        (isPartOf('pages/plants/SiteListPage.tsx') && isPartOf('pages/plant/SiteDetailPage.tsx')),
      ROUTER,
    ),
    group(
      'list',
      4,
      (isPartOf, id) =>
        isPartOf('components/list/ListPage.tsx') ||
        (id.endsWith('.css') && isPartOf('pages/plants/SiteListPage.tsx')) ||
        (isPartOf('pages/plants/SiteListPage.tsx') && isPartOf('pages/devices/DevicesPage.tsx')),
    ),
    group('plant', 3, (isPartOf) => isPartOf('pages/plant/SiteDetailPage.tsx')),
    group('siteList', 2, (isPartOf) => isPartOf('pages/plants/SiteListPage.tsx')),
    { name: 'icons', test: /@tabler/, minShareCount: 2, priority: 1 },
  ];
}
