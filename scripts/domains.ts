// node scripts/domains.ts: whether domains import one another through their doors, and in one direction.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The domains of a side, the lowest first: each may import those before it, and the kernel `school`. */
const domains: Record<'contract' | 'server' | 'web', readonly string[]> = {
  contract: [
    'timetable',
    'enrolment',
    'messages',
    'standing',
    'pay',
    'attendance',
    'people',
    'exchange',
    'admin',
  ],
  server: [
    'timetable',
    'enrolment',
    'standing',
    'pay',
    'attendance',
    'messages',
    'people',
    'exchange',
    'admin',
  ],
  web: [
    'timetable',
    'enrolment',
    'pay',
    'messages',
    'standing',
    'admin',
    'exchange',
    'attendance',
    'people',
  ],
};
type Side = keyof typeof domains;
const sides: readonly Side[] = ['contract', 'server', 'web'];
const kernel = 'school';

interface Import {
  from: string;
  to: string;
}

/** The domain of a file, `school` for the kernel; null outside of both. */
function domainOf(path: string): { side: Side; domain: string } | null {
  const [side, domain] = path.split('/');
  const found = sides.find((name) => name === side);
  if (!found || domain === undefined) return null;
  return domain === kernel || domains[found].includes(domain) ? { side: found, domain } : null;
}

/** The doors of a domain: one for other domains, one for what starts the server. */
const isDoor = (path: string): boolean =>
  /^server\/\w+\/index\.ts$/.test(path) || /^web\/\w+\/public\//.test(path);
const isComposition = (path: string): boolean => /^server\/\w+\/composition\.ts$/.test(path);

/** All imports of production files, those of types too. */
export function importsIn(root: string): Import[] {
  const files = globSync('{client,contract,scripts,server,web}/**/*.{ts,tsx}', { cwd: root }).map(
    (path) => path.replaceAll('\\', '/'),
  );
  const known = new Set(files);
  return files
    .filter((path) => !/\.test\.tsx?$|^(server|web)\/test\/|^web\/dist\//.test(path))
    .flatMap((from) => {
      const text = readFileSync(join(root, from), 'utf8');
      return [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([.#][^']+)'/g)]
        .map(([, name = '']) =>
          name.startsWith('#')
            ? name.slice(1)
            : relative(root, resolve(root, dirname(from), name)).replaceAll('\\', '/'),
        )
        .filter((to) => known.has(to))
        .map((to) => ({ from, to }));
    });
}

/** The file that lists the endpoints of all domains. */
const listOfEndpoints = 'contract/endpoints.ts';

/** Why a file of the contract may not import another: those outside of folders are its kernel, and all are public. */
function problemInContract({ from, to }: Import): string | null {
  const target = domainOf(to);
  if (!target || from === listOfEndpoints) return null;
  const source = domainOf(from);
  if (!source) return 'the kernel imports no domain';
  const order = domains.contract;
  return order.indexOf(source.domain) < order.indexOf(target.domain)
    ? `${source.domain} is below ${target.domain}`
    : null;
}

/** The generic parts, which stand below the kernel. */
const isBelow = (path: string): boolean =>
  /^(contract|server\/platform|web\/(platform|ui))\//.test(path);

/** Says why an import is refused; null when it is allowed. */
export function problemOf({ from, to }: Import): string | null {
  if (from.startsWith('contract/') && to.startsWith('contract/'))
    return problemInContract({ from, to });
  const target = domainOf(to);
  if (!target || target.side === 'contract') return null;
  if (isBelow(from)) return 'what knows nothing of schools imports no domain';
  if (target.domain === kernel) return null;
  const source = domainOf(from);
  if (source?.side === target.side && source.domain === target.domain) return null;
  const order = domains[target.side];
  if (source?.side === target.side) {
    if (source.domain === kernel) return 'the kernel imports no domain';
    if (order.indexOf(source.domain) < order.indexOf(target.domain))
      return `${source.domain} is below ${target.domain}`;
    return isDoor(to) ? null : `is not the door of ${target.domain}`;
  }
  const isOfComposition =
    isComposition(to) || (from.startsWith('web/app/') && to.endsWith('Page.tsx'));
  return isDoor(to) || isOfComposition ? null : `is not a door of ${target.domain}`;
}

/** The pairs of domains of a side of which the first imports the second. */
export function arrowsOf(imports: readonly Import[], side: Side): Set<string> {
  const arrows = new Set<string>();
  for (const { from, to } of imports) {
    const [source, target] = [domainOf(from), domainOf(to)];
    if (source?.side !== side || target?.side !== side || source.domain === target.domain) continue;
    arrows.add(`${source.domain} → ${target.domain}`);
  }
  return arrows;
}

/** How many domains the longest chain of imports passes, the kernel included. */
export function floorsOf(imports: readonly Import[], side: Side): number {
  const floors = new Map<string, number>([[kernel, 1]]);
  const arrows = [...arrowsOf(imports, side)].map((arrow) => arrow.split(' → '));
  for (const domain of domains[side]) {
    const below = arrows
      .filter(([from]) => from === domain)
      .map(([, to = '']) => floors.get(to) ?? 0);
    floors.set(domain, 1 + Math.max(0, ...below));
  }
  return Math.max(...floors.values());
}

/** Groups of files that import one another in a circle, imports of types counted. */
export function circlesOf(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const found = new Map<string, { index: number; low: number }>();
  const stack: string[] = [];
  const groups: string[][] = [];
  const walk = (path: string) => {
    const own = { index: found.size, low: found.size };
    found.set(path, own);
    stack.push(path);
    for (const to of next.get(path) ?? []) {
      const known = found.get(to) ?? walk(to);
      if (stack.includes(to)) own.low = Math.min(own.low, known.low);
    }
    if (own.low !== own.index) return own;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) groups.push(group);
    return own;
  };
  for (const path of next.keys()) if (!found.has(path)) walk(path);
  return groups;
}

if (import.meta.main) {
  const imports = importsIn(join(import.meta.dirname, '..'));
  const problems = [
    ...imports.flatMap((it) => {
      const problem = problemOf(it);
      return problem ? [`${it.from} imports ${it.to}: ${problem}`] : [];
    }),
    ...circlesOf(imports).map((group) => `These files import one another: ${group.join(', ')}`),
  ];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length ? 1 : 0;
}
