import { createHash } from 'node:crypto';
import { keyForm } from '#contract/identifier.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { sourceId } from '../runs/remembered.ts';
import { textOf, type Component } from './content-lines.ts';
import { plainText } from './plain.ts';

/** A calendar that is imported again and again: its UIDs are its own (R-IMPORT-6). */
export interface CalendarSource {
  /** Null for one that is imported for the first time. */
  id: number | null;
  name: string;
  /** Imports before there were sources: their UIDs are stored without one. */
  isEarlier: boolean;
}

/** The name of the source of earlier imports until a file claims them. */
const unclaimed = 'earlier imports';
const maxName = 100;

export const isUnclaimed = ({ isEarlier, name }: CalendarSource): boolean =>
  isEarlier && name === unclaimed;

/** What a calendar calls itself: by its name, else the program that wrote it, else the file's name. */
export function calendarNameOf({ properties }: Component, fileName: string): string {
  const valueOf = (name: string) =>
    textOf(properties.find((property) => property.name === name)?.value ?? '');
  const program = valueOf('PRODID')
    .split('//')
    .filter((part) => /[\p{L}\p{N}]/u.test(part) && !/^[A-Z]{2}$/.test(part));
  const names = [valueOf('X-WR-CALNAME'), valueOf('NAME'), [...new Set(program)].join(' ')];
  const name = names.find(Boolean) ?? fileName.replace(/\.ics$/i, '');
  return plainText(name, maxName).trim() || 'calendar';
}

/** One with the moment of its last file; null where it has made no class. */
export type KnownSource = CalendarSource & { writtenAt: string | null };

/** The calendars that were imported, by name. */
export async function readSources(trx: Database): Promise<KnownSource[]> {
  return trx
    .selectFrom('import_source')
    .select((select) => [
      'id',
      'name',
      'is_earlier as isEarlier',
      select
        .selectFrom('import_class')
        .whereRef('import_source_id', '=', 'import_source.id')
        .select(({ fn }) => fn.max('written_at').as('at'))
        .as('writtenAt'),
    ])
    .where('kind', '=', 'calendar')
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** A calendar of this name that is imported for the first time, numbered where others have the name. */
export function newSource(name: string, sources: CalendarSource[]): CalendarSource {
  const taken = new Set(sources.map((source) => keyForm(source.name)));
  let [free, number] = [name, 2];
  while (taken.has(keyForm(free))) free = `${name} ${number++}`;
  return { id: null, name: free, isEarlier: false };
}

/** The one of this name, also with a number behind it; of several the one that was imported last. */
export function sameName(name: string, sources: KnownSource[]): KnownSource | undefined {
  const isNamed = ({ name: other }: CalendarSource) =>
    keyForm(other) === keyForm(name) || keyForm(other.replace(/ \d+$/, '')) === keyForm(name);
  return sources
    .filter(isNamed)
    .toSorted(
      (a, b) => (b.writtenAt ?? '').localeCompare(a.writtenAt ?? '') || Number(b.id) - Number(a.id),
    )[0];
}

/**
 * Stores a new source; the file that claims the earlier imports names them.
 * @param name what the file is called, free among the sources.
 */
export async function saveSource(
  trx: Database,
  source: CalendarSource,
  name: string,
): Promise<CalendarSource> {
  if (source.id === null) {
    return { ...source, id: await sourceId(trx, { kind: 'calendar', name: source.name }) };
  }
  if (!isUnclaimed(source)) return source;
  await trx.updateTable('import_source').set({ name }).where('id', '=', source.id).execute();
  return { ...source, name };
}

const scopeOf = ({ id, isEarlier }: CalendarSource): string => (isEarlier ? '' : `${id ?? 'new'}-`);

/** `calendar:` with the source and a print of the UID; a number follows, since an event can be several classes. */
export const prefixOf = (source: CalendarSource, uid: string): string =>
  `calendar:${scopeOf(source)}${createHash('sha256').update(uid).digest('hex').slice(0, 24)}:`;

/** Whether a class was made by this calendar. */
export const isMadeBy = (source: CalendarSource, ref: string | null): boolean => {
  const [kind, print = ''] = ref?.split(':') ?? [];
  return (
    kind === 'calendar' &&
    (source.isEarlier ? !print.includes('-') : print.startsWith(scopeOf(source)))
  );
};

/** Whether any calendar has made the class with this reference. */
export const isOfCalendar = (ref: string | null): boolean => ref?.startsWith('calendar:') === true;
