// By itself it rewrites package.json in the current folder.
import { readFileSync, writeFileSync } from 'node:fs';

/** What package.json says of packages; `buildDependencies` names those of `dependencies` that only the build needs. */
export interface Manifest {
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
  buildDependencies?: string[];
}

/** package.json of an installation whose pages are built: without what only the build and the tests need. */
export function runTimeManifest<Whole extends Manifest>(manifest: Whole) {
  const { dependencies, buildDependencies = [], ...others } = manifest;
  delete others.devDependencies;
  const atRunTime = Object.entries(dependencies).filter(
    ([name]) => !buildDependencies.includes(name),
  );
  return { ...others, dependencies: Object.fromEntries(atRunTime) };
}

if (import.meta.main) {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  writeFileSync('package.json', `${JSON.stringify(runTimeManifest(manifest), null, 2)}\n`);
}
