/** The part of Rolldown's `ModuleInfo` that chunking needs. */
interface Module {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}
type Find = (id: string) => Module | null;

/** Packages whose index re-exports hundreds of files, of which few are used. */
const indexes =
  /\/node_modules\/(@mantine\/[a-z]+\/esm\/index\.mjs|@tabler\/icons-react\/dist\/esm\/tabler-icons-react\.mjs)$/;
const isLibrary = (id: string) => id.includes('/node_modules/') && !id.endsWith('.css');
/** What an area shares with later ones. */
const sharedChunks: Record<string, string> = { roll: 'parts', lists: 'records', forms: 'entry' };
const isStyle = (id: string) => id.endsWith('.css');

/**
 * Groups modules into chunks by rate of change and time of use: `vendor` and `start` (the sign-in
 * page), `shell` (after the sign-in), one for each area of pages, and one for what each area shares
 * with later ones. All other modules are chunked by their dynamic imports.
 * @param web the folder of the web application's sources, with forward slashes.
 */
export function createChunkNames(web: string) {
  let names: Map<string, string> | undefined;
  return (id: string, context: { getModuleInfo: Find }): string | null => {
    names ??= nameAll(web, (other) => context.getModuleInfo(other));
    return names.get(id) ?? (/^\0(rolldown\/|vite\/preload-helper)/.test(id) ? 'vendor' : null);
  };
}

function nameAll(web: string, find: Find): Map<string, string> {
  const names = new Map<string, string>();
  const name = (ids: Iterable<string>, chunk: string) => {
    for (const id of ids) if (!id.startsWith('\0') && !names.has(id)) names.set(id, chunk);
  };
  const entry = `${web}/main.tsx`;
  const helpers = [...reach([entry], find)].filter((id) => id !== entry);
  const start = reach([`${web}/app/start.tsx`, `${web}/app/areas/sign-in.ts`], find);
  const shell = reach([`${web}/app/Pages.tsx`], find);
  const pages = dynamicOf(shell, find);
  // The month beside the dashboard, loaded after its rows: lists choose dates with the same library.
  const month = reach([`${web}/attendance/dashboard/SideCalendar.tsx`], find);
  const isArea = (id: string) => id.startsWith(`${web}/app/areas/`);
  const areas = pages.filter(isArea).map((id) => ({
    area: id.slice(`${web}/app/areas/`.length, -'.ts'.length),
    ids: reach([id], find),
  }));
  const alone = [
    ...pages.filter((id) => !isArea(id)),
    ...areas.flatMap(({ ids }) => dynamicOf(ids, find)),
  ];
  const byThemselves = alone.map((id) => reach([id], find));

  // Helpers of the inline script are part of `vendor`, which saves a file.
  name(helpers, 'vendor');
  name([...start].filter(isLibrary), 'vendor');
  // All styles together load faster than an additional request.
  const later = [...shell, ...month, ...areas.flatMap(({ ids }) => [...ids])];
  name([...start, ...later.filter(isStyle)], 'start');
  name(shell, 'shell');
  name(
    [...month].filter((id) => !areas[0]?.ids.has(id)),
    'month',
  );
  for (const [at, { area, ids }] of areas.entries()) {
    if (area === 'building') {
      // Opened in a hurry: an icon that later areas have, too, must not bring all that they share.
      name([...ids].filter(isLibrary), 'parts');
      name(ids, area);
      continue;
    }
    const others = [...areas.slice(at + 1).map((later) => later.ids), ...byThemselves];
    name(
      [...ids].filter((id) => others.some((other) => other.has(id))),
      sharedChunks[area] ?? 'rest',
    );
    name(ids, area);
  }
  return names;
}

/** All static imports, transitively. */
function reach(from: string[], find: Find): Set<string> {
  const seen = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const { importedIds = [], code = '' } = find(id) ?? {};
    for (const imported of importedIds)
      open.push(...(indexes.test(imported) ? usedOf(imported, code ?? '', find) : [imported]));
  }
  return seen;
}

const dynamicOf = (ids: Iterable<string>, find: Find): string[] => [
  ...new Set([...ids].flatMap((id) => find(id)?.dynamicallyImportedIds ?? [])),
];

const namedImport = /\b(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
/** What each `import { … } from '…'` and `export { … } from '…'` names, and of which module. */
const namedImportsOf = (code: string): { names: string[]; from: string }[] =>
  [...code.matchAll(namedImport)].map(([, list = '', from = '']) => ({
    names: list.split(',').map((name) => name.trim()),
    from,
  }));

const filesOfIndex = new Map<string, Map<string, string>>();

/** The files of the names that the code imports from the index. */
function usedOf(index: string, code: string, find: Find): string[] {
  const [specifier] = /(?<=\/node_modules\/)@[^/]+\/[^/]+(?=\/)/.exec(index) ?? [];
  const files = filesOfIndex.getOrInsertComputed(index, () => readIndex(index, find));
  return namedImportsOf(code)
    .filter(({ from }) => from === specifier)
    .flatMap(({ names }) => names)
    .flatMap((name) => files.get(name.replace(/\s+as\s.*/, '')) ?? []);
}

function readIndex(index: string, find: Find): Map<string, string> {
  const folder = index.slice(0, index.lastIndexOf('/'));
  const files = new Map<string, string>();
  for (const { names, from } of namedImportsOf(find(index)?.code ?? '')) {
    if (!from.startsWith('./')) continue;
    for (const name of names) files.set(exportedAs(name), `${folder}${from.slice(1)}`);
  }
  return files;
}

/** `default as Icon` → `Icon`. */
const exportedAs = (name: string): string => name.replace(/.* as /, '');
