import type { Connection } from '../server/platform/database/pool.ts';
import { date, query } from './place.ts';

interface Seat {
  student: number;
  class_schedule: number;
}

/** What a run of tellers came to. */
export interface Told {
  answered: number;
  /** How often something was sent again because nobody had answered it. */
  repeated: number;
  /** Answers that were no answer to the mark, and how often: `503 The database is …`, `unreachable`. */
  meanwhile: Map<string, number>;
  /** Milliseconds of each answered mark, the tries before it not counted. */
  times: number[];
}

export interface Tellers {
  told: Told;
  /** When the last mark was answered, in `performance.now()`. */
  lastAnswer(): number;
  /** Lets what is under way be answered, and ends. */
  stop(): Promise<void>;
  /** What the database must hold: the marks of each student in the order in which they were answered. */
  check(connection: Exclude<Connection, string>): Promise<{ lost: number; doubled: number; marks: number }>;
}

interface Options {
  /** Where to send; asked anew for each try, since servers come and go. */
  base: () => string;
  token: () => Promise<string> | string;
  /** Told when a token has ended. */
  refused?: () => void;
  clients: number;
  /** All of them together, each second. */
  perSecond: number;
}

/** The students of the day's classes who have no mark yet. */
export async function seatsOf(base: string, token: string): Promise<Seat[]> {
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${base}/api/v2/attendance/${path}`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as T;
  };
  const { results } = await ask<{ results: { id: number }[] }>(`classschedule/?date=${date}&limit=999`);
  const rolls = await Promise.all(
    results.map(async ({ id }) => {
      const roll = await ask<{ results: { student: number; status: string }[] }>(`attendance/?class_schedule=${id}&date=${date}`);
      const free = roll.results.filter((row) => row.status === 'N/A');
      return free.map(({ student }) => ({ student, class_schedule: id }));
    }),
  );
  return rolls.flat();
}

/**
 * Marks seats Present and Absent in turns, as fast as asked; each mark is sent under the same key until it is answered, as
 * the browser does. No seat has two tellers, so the history of a seat must be exactly what its teller was answered.
 */
export function sendMarks(seats: Seat[], { base, token, refused, clients, perSecond }: Options): Tellers {
  const told: Told = { answered: 0, repeated: 0, meanwhile: new Map(), times: [] };
  const answered = new Map<Seat, string[]>();
  let ended = false;
  let last = performance.now();
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

  async function mark(seat: Seat, status: string): Promise<boolean> {
    const key = crypto.randomUUID();
    const body = JSON.stringify({ rfid_number: seat.student, class_schedule: seat.class_schedule, date, status });
    for (let tries = 0; ; tries++) {
      if (tries > 0) told.repeated++;
      const started = performance.now();
      const answer = await fetch(`${base()}/api/v2/attendance/attendance/create/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json', 'idempotency-key': key },
        body,
        signal: AbortSignal.timeout(20_000),
      }).then(
        async (it) => ({ status: it.status, text: it.status < 300 ? (await it.arrayBuffer(), '') : await it.text() }),
        () => ({ status: 0, text: '' }),
      );
      if (answer.status >= 200 && answer.status < 300) {
        told.times.push(performance.now() - started);
        return true;
      }
      const what = answer.status === 0 ? 'unreachable' : `${answer.status} ${answer.text.slice(0, 120)}`;
      told.meanwhile.set(what, (told.meanwhile.get(what) ?? 0) + 1);
      if (answer.status === 401) refused?.();
      else if (answer.status !== 0 && answer.status < 502 && answer.status !== 429) throw new Error(`A mark was refused: ${what}`);
      await wait(40);
    }
  }

  async function teller(own: Seat[], number: number): Promise<void> {
    const pause = (1000 * clients) / perSecond;
    await wait((pause * number) / clients);
    for (let round = 0; ; round++) {
      if (ended) return;
      const seat = own[round % own.length]!;
      const started = performance.now();
      const status = Math.floor(round / own.length) % 2 ? 'Absent' : 'Present';
      await mark(seat, status);
      told.answered++;
      last = performance.now();
      answered.set(seat, [...(answered.get(seat) ?? []), status]);
      const left = pause - (performance.now() - started);
      if (left > 0) await wait(left);
    }
  }

  const shares = Array.from({ length: clients }, (_, number) => seats.filter((_seat, at) => at % clients === number));
  const running = Promise.all(shares.map(teller));
  running.catch(() => {});

  return {
    told,
    lastAnswer: () => last,
    async stop() {
      ended = true;
      await running;
    },
    async check(connection) {
      const rows = await query<{ student_id: string; class_schedule_id: string; statuses: (string | null)[]; now: string | null }>(
        connection,
        `select h.student_id, h.class_schedule_id, array_agg(h.to_status order by h.id) as statuses,
           (select a.status from attendance a where a.student_id = h.student_id and a.class_schedule_id = h.class_schedule_id and a.date = $1) as now
         from attendance_history h where h.date = $1 group by 1, 2`,
        [date],
      );
      const found = new Map(rows.map((row) => [`${row.student_id} ${row.class_schedule_id}`, row]));
      let [lost, doubled, marks] = [0, 0, 0];
      for (const [seat, statuses] of answered) {
        marks += statuses.length;
        const row = found.get(`${seat.student} ${seat.class_schedule}`);
        const there = row?.statuses ?? [];
        if (there.length < statuses.length || row?.now !== statuses.at(-1)) lost += Math.max(1, statuses.length - there.length);
        else doubled += there.length - statuses.length;
        if (there.length === statuses.length && there.join() !== statuses.join()) lost++;
      }
      return { lost, doubled, marks };
    },
  };
}
