/** What chunking is told of a module; Rolldown's `ModuleInfo` fits. */
interface Module {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}
type Find = (id: string) => Module | null;

/** Packages whose index names hundreds of files, of which few are used. */
const indexes = /\/node_modules\/(@mantine\/[a-z]+\/esm\/index\.mjs|@tabler\/icons-react\/dist\/esm\/tabler-icons-react\.mjs)$/;
const isLibrary = (id: string) => id.includes('/node_modules/') && !id.endsWith('.css');
const isStyle = (id: string) => id.endsWith('.css');

/**
 * Groups modules into chunks that change for different reasons and are needed at different times: `vendor` and `start` (the
 * sign-in page), `shell` (behind the sign-in), one for each area of pages, and one for what each area shares with later ones. Everything else has the chunks that its dynamic imports make.
 * @param web the folder of the web application's sources, with forward slashes.
 */
export function createChunkNames(web: string) {
  let names: Map<string, string> | undefined;
  return (id: string, context: { getModuleInfo: Find }): string | null => {
    names ??= nameAll(web, (other) => context.getModuleInfo(other));
    return names.get(id) ?? (/^\0(rolldown\/|vite\/preload-helper)/.test(id) ? 'helpers' : null);
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
  const areas = pages.filter((id) => id.startsWith(`${web}/app/areas/`)).map((id) => reach([id], find));
  const alone = [...pages.filter((id) => !id.startsWith(`${web}/app/areas/`)), ...areas.flatMap((ids) => dynamicOf(ids, find))];
  const byThemselves = alone.map((id) => reach([id], find));

  // What the first script needs runs before the rest is loaded.
  name(helpers, 'helpers');
  name([...start].filter(isLibrary), 'vendor');
  // All the styles of the screens are less than a round trip.
  name([...start, ...[...shell, ...areas.flatMap((ids) => [...ids])].filter(isStyle)], 'start');
  name(shell, 'shell');
  // The first area is that of every day; what others share with it is loaded with it.
  name(areas[0] ?? [], 'roll');
  for (const [at, ids] of areas.entries()) {
    const others = [...areas.slice(at + 1), ...byThemselves];
    name(
      [...ids].filter((id) => others.some((other) => other.has(id))),
      ['roll', 'records', 'entry'][at] ?? 'rest',
    );
  }
  return names;
}

/** Everything that is imported from there on, without dynamic imports. */
function reach(from: string[], find: Find): Set<string> {
  const seen = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const { importedIds = [], code = '' } = find(id) ?? {};
    for (const imported of importedIds) open.push(...(indexes.test(imported) ? usedOf(imported, code ?? '', find) : [imported]));
  }
  return seen;
}

const dynamicOf = (ids: Iterable<string>, find: Find): string[] => [...new Set([...ids].flatMap((id) => find(id)?.dynamicallyImportedIds ?? []))];

const named = /\b(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
const filesOfIndex = new Map<string, Map<string, string>>();

/** The files behind the names that the code imports from the index. */
function usedOf(index: string, code: string, find: Find): string[] {
  const specifier = /\/node_modules\/(@[^/]+\/[^/]+)\//.exec(index)![1]!;
  const files = filesOfIndex.getOrInsertComputed(index, () => readIndex(index, find));
  return [...code.matchAll(named)]
    .filter(([, , from]) => from === specifier)
    .flatMap(([, list]) => list!.split(','))
    .flatMap((item) => files.get(item.trim().split(/\s+as\s+/)[0]!) ?? []);
}

function readIndex(index: string, find: Find): Map<string, string> {
  const folder = index.slice(0, index.lastIndexOf('/'));
  const files = new Map<string, string>();
  for (const [, list, from] of find(index)?.code?.matchAll(named) ?? []) {
    if (!from!.startsWith('./')) continue;
    for (const item of list!.split(',')) files.set(exportedAs(item), `${folder}${from!.slice(1)}`);
  }
  return files;
}

/** `default as Icon` → `Icon`. */
const exportedAs = (item: string): string => item.trim().split(' as ').at(-1)!;
