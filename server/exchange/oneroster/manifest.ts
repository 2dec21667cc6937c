import { otherFiles, rosterFiles, type RosterFile, type RosterVersion } from './format.ts';
import type { Problems } from '../runs/problems.ts';
import { FileError, readRows } from './read-rows.ts';
import type { Source, SourceFile } from '../source.ts';
import type { StagedFile } from './staged-file.ts';

/** What an archive says about itself. */
export interface Manifest {
  version: RosterVersion;
  /** The files that are read. */
  files: Map<StagedFile, SourceFile>;
  /** An Attendance wrote it. */
  isOurs: boolean;
}

/** What our own manifest has as `source.systemCode`. */
export const systemCode = 'attendance';

const manifestName = 'manifest.csv';
const maxProperties = 200;
const known = new Set<string>([...rosterFiles, ...otherFiles]);

/** Reads the manifest, and which files there are; null when nothing can be read by it. */
export async function readManifest(source: Source, problems: Problems): Promise<Manifest | null> {
  const file = source.files.get(manifestName);
  if (!file) {
    const isOlder = source.files.has('users.csv');
    problems.error(
      '-',
      1,
      '-',
      `This is not a OneRoster export: manifest.csv is missing${isOlder ? '. OneRoster 1.0 and School Data Sync have none: export OneRoster 1.1 or 1.2' : ''}`,
    );
    return null;
  }
  const properties = await readProperties(file, problems);
  if (!properties) return null;
  const version = versionOf(properties.get('oneroster.version'), problems);
  if (!version) return null;
  const files = filesOf(properties, source, version, problems);
  const isOurs = properties.get('source.systemCode')?.value === systemCode;
  return { version, files, isOurs };
}

type Properties = Map<string, { value: string; line: number }>;

async function readProperties(file: SourceFile, problems: Problems): Promise<Properties | null> {
  const found: Properties = new Map();
  try {
    const rows = readRows(file, {
      maxRows: maxProperties,
      onHeader(columns) {
        const missing = ['propertyName', 'value'].filter((name) => !columns.includes(name));
        if (missing.length) throw new FileError(1, missing.join(', '), 'the column is missing');
      },
      onBad: (line, column, reason) => problems.error(manifestName, line, column, reason),
    });
    for await (const { line, values } of rows)
      found.set(values.propertyName ?? '', { value: values.value ?? '', line });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    problems.error(manifestName, error.line, error.column, error.message);
    return null;
  }
  return found;
}

function versionOf(
  found: { value: string; line: number } | undefined,
  problems: Problems,
): RosterVersion | null {
  const version = /^(1\.[12])(\.\d+)?$/.exec(found?.value ?? '')?.[1];
  if (version === '1.1' || version === '1.2') return version;
  problems.error(
    manifestName,
    found?.line ?? 1,
    'oneroster.version',
    found ? `must be 1.1 or 1.2, not ${found.value.slice(0, 20) || 'empty'}` : 'is missing',
  );
  return null;
}

function filesOf(
  properties: Properties,
  source: Source,
  version: RosterVersion,
  problems: Problems,
): Map<StagedFile, SourceFile> {
  const files = new Map<StagedFile, SourceFile>();
  for (const [property, { value: given, line }] of properties) {
    const name = /^file\.(\w+)$/.exec(property)?.[1];
    if (name === undefined) continue;
    const value = given || 'absent';
    const file = source.files.get(`${name}.csv`);
    if (value === 'delta')
      problems.error(
        manifestName,
        line,
        property,
        'is delta: only whole files (bulk) are imported; export it as bulk',
      );
    else if (value !== 'bulk' && value !== 'absent')
      problems.error(manifestName, line, property, 'must be bulk, absent or delta');
    else if (value === 'absent' && file)
      problems.note(`${name}.csv`, 'is absent by the manifest, and was not read');
    else if (value === 'bulk' && !file)
      problems.error(manifestName, line, property, `${name}.csv is missing`);
    else if (value === 'bulk' && file)
      if (isRosterFile(name)) files.set(name, file);
      else problems.note(`${name}.csv`, 'has no place here and is not imported');
  }
  const times = source.files.get('times.csv');
  if (times) files.set('times', times);
  for (const name of [...source.files.keys(), ...source.ignored]) {
    const short = name.replace(/\.csv$/, '');
    if (name !== manifestName && name !== 'times.csv' && !properties.has(`file.${short}`))
      problems.note(
        name,
        known.has(short)
          ? 'is not named in the manifest, and was not read'
          : 'is no file of OneRoster, and was not read',
      );
  }
  if (files.size === 0)
    problems.error(manifestName, 1, '-', `names no file to import (OneRoster ${version})`);
  return files;
}

const isRosterFile = (name: string): name is RosterFile =>
  (rosterFiles as readonly string[]).includes(name);
