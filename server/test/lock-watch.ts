import pg from 'pg';
import { lockOrder, lockStrengths, type LockKind } from '../platform/database/locks.ts';

/** A clash is known once the change is judged: only then are the other class and its semester. */
const isException = /insert into confirmed_clash/;

interface HeldRow {
  kind: LockKind;
  /** The place of the kind in the order. */
  place: number;
  id: number;
  /** The class of a meeting. */
  of: number | null;
  /** The place of the strongest lock in `lockStrengths`. */
  strength: number;
}

const kinds = Object.keys(lockOrder) as LockKind[];
const noKeyUpdate = lockStrengths.indexOf('no key update');

/** Rows that the process $1 of the database has locked, also in a savepoint. */
const heldRows = kinds
  .map(
    (kind, place) => `
      select '${kind}' as kind, ${place} as place, coalesce((r.row ->> 'id')::bigint, 0)::float as id,
        ${kind === 'meeting' ? "(r.row ->> 'class_schedule_id')::float" : 'null::float'} as of,
        (select max(array_position(array[${lockStrengths.map((name) => `'${name}'`).join()}],
          replace(lower(mode), 'for ', ''))) - 1 from unnest(l.modes) mode) as strength
      from pgrowlocks('${lockOrder[kind]}') l
      join lateral (select to_jsonb(t) as row from ${lockOrder[kind]} t where t.ctid = l.locked_row) r on true
      where l.xids && (select array_agg(transactionid) from pg_locks
        where pid = $1 and locktype = 'transactionid' and mode = 'ExclusiveLock')`,
  )
  .join(' union all ');

const isLater = (a: HeldRow, b: HeldRow): boolean =>
  a.place > b.place || (a.place === b.place && a.id > b.id);

const nameOf = ({ kind, id, strength }: HeldRow): string =>
  `${kind} ${id} for ${lockStrengths[strength]}`;

/** The rows that a transaction has locked after each of its statements. */
class HeldLocks {
  readonly #rows = new Map<string, HeldRow>();

  /** @returns what was locked after something that comes later in the order. */
  update(rows: HeldRow[]): string[] {
    // A call that locks a meeting has locked its class before: while this one holds the class, no other locks it.
    const classes = rows.filter(
      ({ kind, strength }) => kind === 'class' && strength >= noKeyUpdate,
    );
    const shielding = new Set(classes.map(({ id }) => id));
    const counted = rows.filter(({ of }) => of === null || !shielding.has(of));
    const added = counted.filter(
      (row) => row.strength > (this.#rows.get(keyOf(row))?.strength ?? -1),
    );
    const before = [...this.#rows.values()];
    const wrong = added.flatMap((row) => {
      const later = before.find((held) => isLater(held, row));
      return later ? [`${nameOf(row)} is locked after ${nameOf(later)}`] : [];
    });
    for (const row of added) this.#rows.set(keyOf(row), row);
    return wrong;
  }
}

const keyOf = ({ kind, id }: HeldRow): string => `${kind} ${id}`;

interface LockWatch {
  /** The refusals so far. */
  refused: string[];
  /** Makes the watched clients of a pool. */
  clientOf: (base: typeof pg.Client) => typeof pg.Client;
  stop: () => Promise<void>;
}

/**
 * Looks after each statement of a transaction which rows of the database it has locked, by whatever statement,
 * function or foreign key, and refuses another order than `lockOrder`. The order within a statement is not seen.
 */
export function watchLocks(connection: pg.ClientConfig): LockWatch {
  const watcher = new pg.Client(connection);
  const started = watcher
    .connect()
    .then(() => watcher.query('create extension if not exists pgrowlocks'));
  const refused: string[] = [];
  const look = async (held: HeldLocks, process: number, text: string) => {
    await started;
    const { rows } = await watcher.query<HeldRow>(heldRows, [process]);
    const late = held.update(rows);
    const wrong = (isException.test(text) ? [] : late).map(
      (what) => `${what}: ${text.replace(/\s+/g, ' ').trim()}`,
    );
    refused.push(...wrong);
    if (wrong[0]) throw new Error(wrong[0]);
  };
  return {
    refused,
    clientOf: (base) => watchedClient(base, look),
    stop: async () => {
      await started;
      await watcher.end();
    },
  };
}

function watchedClient(
  Base: typeof pg.Client,
  look: (held: HeldLocks, process: number, text: string) => Promise<void>,
): typeof pg.Client {
  return class extends Base {
    /** Null outside of a transaction. */
    #held: HeldLocks | null = null;

    // oxlint-disable-next-line typescript/no-explicit-any -- pg's query has a dozen overloads.
    override query(...args: any[]): any {
      const result: unknown = super.query(...(args as [string]));
      const [text] = args as unknown[];
      if (typeof text !== 'string' || !(result instanceof Promise)) return result;
      if (/^\s*(begin|start transaction|commit|rollback(?! to))/i.test(text)) {
        this.#held = /^\s*[bs]/i.test(text) ? new HeldLocks() : null;
        return result;
      }
      const held = this.#held;
      if (!held) return result;
      const process = Number(Reflect.get(this, 'processID'));
      return result.then(async (answer: unknown) => {
        await look(held, process, text);
        return answer;
      });
    }
  };
}
