import { sql } from 'kysely';
import { clashKinds, type Clash, type ClashKind } from '#contract/clash.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { clashesWithCircumstances } from './circumstances.ts';
import type { Crowd } from './crowds.ts';
import { clashesWithOthers, type Looked } from './pairs.ts';
import type { Proposed } from './proposed.ts';
import type { WhoseStudents } from './students.ts';

/** Maximum clashes of a response: an overbooked room has hundreds. */
export const maxClashes = 20;

/** More than a whole institute has: a count of clashes is of all. */
export const allClashes = 20_000;

interface Options {
  /** The kinds to find; all of them by default. */
  kinds?: readonly ClashKind[];
  /** By default the students enrolled in each class on the date. */
  whose?: WhoseStudents;
  /** Maximum number of listed clashes. */
  max?: number;
  /** Teachers and rooms that are counted by themselves, and not compared. */
  crowds?: readonly Crowd[];
}

/**
 * Finds clashes (R-CLASH-1): what is wrong with meetings as they would be held. Each is
 * compared with the planned meetings, not with the other proposed ones. Only meetings that take
 * place count, with their covering teacher; rooms with capacity 0 (outdoors, online) are never
 * taken and never full.
 * @returns the first clashes, one for each kind and other class with the number of its dates; confirmed
 * ones come last.
 */
export async function clashes(
  database: Database,
  meetings: Proposed,
  { kinds = clashKinds, whose = 'enrolled', max = maxClashes, crowds = [] }: Options = {},
): Promise<Clash[]> {
  if (Array.isArray(meetings) && meetings.length === 0) return [];
  const looked: Looked = { kinds: new Set(kinds), whose, crowds };
  // The planner estimates freshly written rows as a handful, and would compare thousands with thousands
  // in nested loops.
  const isMany = !Array.isArray(meetings);
  if (isMany) await sql`set local enable_nestloop = off; set local jit = off`.execute(database);
  const others = await clashesWithOthers(database, meetings, looked, max);
  const own = await clashesWithCircumstances(database, meetings, looked, max);
  if (isMany) await sql`reset enable_nestloop; reset jit`.execute(database);
  return [...others, ...own]
    .toSorted((a, b) => Number(a.confirmed) - Number(b.confirmed) || compare(a.date, b.date))
    .slice(0, max);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
