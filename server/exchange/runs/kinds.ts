import type { ImportKind } from '#contract/exchange/import-run.ts';
import type { ImportKindOptions } from './import-work.ts';

/**
 * How each kind of file is read and written; the modules are loaded by the thread that needs them.
 * A further kind is the recipe *Add a kind of import* of CONTRIBUTING.md.
 */
const kinds: Record<ImportKind, () => Promise<ImportKindOptions>> = {
  oneroster: async () => (await import('../oneroster/kind.ts')).oneRosterKind,
  students: async () => (await import('../csv/kind.ts')).studentsKind,
  photos: async () => (await import('../photos/kind.ts')).photosKind,
  calendar: async () => (await import('../icalendar/kind.ts')).calendarKind,
};

export const importKind = (kind: ImportKind): Promise<ImportKindOptions> => kinds[kind]();
