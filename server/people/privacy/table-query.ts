import type { RawBuilder } from 'kysely';

/** The query of a table's rows; `id` is the row's id. */
export interface TableQuery {
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}
