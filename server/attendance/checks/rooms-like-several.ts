import { sql } from 'kysely';
import { maxFindings, type Finding } from '#contract/attendance/check.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import type { Pages } from './queries.ts';

interface Row {
  total: number;
  id: number;
  number: string;
  parts: NonNullable<Finding['room']>['parts'];
}

/** Rooms such as `A1.01, A1.02` whose parts are all rooms: their classes may have these together (R-CLASS-8). */
export async function roomsLikeSeveral(database: Database, pages: Pages): Promise<Page<Finding>> {
  const { rows, total } = await readCountedPage(pages, (limit, offset) =>
    sql<Row>`
      with found as materialized (
        select r.id, r.room_number as number, (
          select jsonb_agg(jsonb_build_object('id', p.id, 'number', p.room_number) order by k.position)
          from regexp_split_to_table(r.room_number, '\s*[,;/+]\s*') with ordinality k(text, position)
          left join classroom p on p.key_form = key_form(k.text) and p.archived_at is null and p.id <> r.id
        ) as parts
        from classroom r where r.archived_at is null and r.room_number ~ '[,;/+]'
      )
      select count(*) over () as total, f.* from (
        select * from found
        where jsonb_array_length(parts) > 1 and not jsonb_path_exists(parts, '$[*].id ? (@ == null)')
        limit ${maxFindings}
      ) f order by f.number collate natural_order, f.id limit ${limit} offset ${offset}`.execute(
      database,
    ),
  );
  return { rows: rows.map(present), total };
}

const present = ({ id, number, parts }: Omit<Row, 'total'>): Finding => ({
  key: String(id),
  class_schedule: null,
  date: null,
  student: null,
  other: null,
  mail: null,
  count: null,
  room: { id, number, parts },
});
