// Which files the web client is built into: few large ones instead of a hundred small ones, which compress worse, each with headers of its own.
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Modules = Parameters<Exclude<Group['name'], string>>[1];

/** Libraries that every page needs: they change seldom, so browsers keep them over releases of ours. */
const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|clsx|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store)|@mantine\/core\/esm\/(core\/(MantineProvider|styles-api|factory|Box|utils)|components\/(Button|UnstyledButton|Loader|Transition|Input|InputBase|TextInput|PasswordInput|ActionIcon)))\/.*\.m?js$/;

/** What floats above a page; no page needs it before something is opened. */
const PANELS =
  /node_modules\/(@floating-ui|react-remove-scroll|@mantine\/core\/esm\/components\/(Floating|FocusTrap|Modal|ModalBase|Overlay|Popover|Portal|ScrollArea|Transition))/;

/** What every chart is drawn with; bars come with the first chart that has some. */
const CHARTS = /node_modules\/(zrender|echarts\/(?!lib\/(chart|layout)\/bar))/;

const isOurs = (id: string): boolean => /\/(web|contract)\/src\/(?!.*catalogues).*\.(ts|tsx|css)$/.test(id);

/** A file and all of ours that it imports at once; what it loads later is not among them. */
function filesOf(root: string, modules: Modules, known: Map<string, Set<string>>): Set<string> {
  const before = known.get(root);
  if (before) return before;
  const files = new Set<string>();
  const visit = (id: string): void => {
    if (files.has(id)) return;
    files.add(id);
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) if (isOurs(next)) visit(next);
  };
  visit(`${import.meta.dirname}/src/${root}`);
  known.set(root, files);
  return files;
}

/**
 * What every visitor loads, what every signed-in page loads, what lists share, what panels and dialogs share; each with
 * the libraries it needs. What one page alone needs, and what is loaded on demand, stays in files of its own.
 */
export function chunkGroups(): Group[] {
  const known = new Map<string, Set<string>>();
  const group = (name: string, priority: number, belongs: (isPartOf: (root: string) => boolean) => boolean): Group => ({
    priority,
    test: isOurs,
    name: (id, modules) => {
      // What is loaded by its name is a file of its own in any case.
      const info = modules.getModuleInfo(id);
      if (info?.isEntry || info?.dynamicImporters.length) return null;
      return belongs((root) => filesOf(root, modules, known).has(id)) ? name : null;
    },
  });
  return [
    { name: 'base', test: LIBRARIES, priority: 9 },
    group('start', 8, (isPartOf) => isPartOf('main.tsx') || isPartOf('pages/auth/SignInPage.tsx')),
    { name: 'icons', test: /@tabler/, minShareCount: 2, priority: 7 },
    { name: 'charts', test: CHARTS, priority: 7 },
    { name: 'panels', test: PANELS, minShareCount: 2, priority: 6 },
    group(
      'signedIn',
      5,
      (isPartOf) =>
        isPartOf('layout/Shell.tsx') ||
        (isPartOf('pages/site/SiteListPage.tsx') && isPartOf('pages/site/SiteDetailPage.tsx')),
    ),
    group('list', 4, (isPartOf) => isPartOf('components/list/ListPage.tsx')),
    group('plant', 3, (isPartOf) => isPartOf('pages/site/SiteDetailPage.tsx')),
  ];
}
