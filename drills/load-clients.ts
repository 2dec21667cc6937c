import type { Connection } from '#server/platform/database/pool.ts';
import { date, query } from './sandbox.ts';

interface Seat {
  student: number;
  class_schedule: number;
}

/** Measurements of a run of the load clients. */
interface LoadResults {
  answered: number;
  /** Number of retries of unanswered marks. */
  repeated: number;
  /** The number of attempts that got neither a success nor a JSON 503 with Retry-After. */
  unexpected: number;
  /** Failed attempts by message: `503 The database is …`, `unreachable`. */
  otherAnswers: Map<string, number>;
  /** Milliseconds of each answered mark, without failed attempts. */
  times: number[];
}

export interface LoadClients {
  results: LoadResults;
  /** Time of the last answered mark, by `performance.now()`. */
  lastAnswer(): number;
  /** Waits for pending answers, then stops. */
  stop(): Promise<void>;
  /**
   * Compares the database with the answers: each student's marks, in the order in which they were
   * answered.
   */
  check(
    connection: Exclude<Connection, string>,
  ): Promise<{ lost: number; doubled: number; marks: number }>;
}

interface Options {
  /** The server's address; called for each attempt, since servers restart. */
  base: () => string;
  token: () => Promise<string> | string;
  /** Called when a token has expired (401). */
  onUnauthorized?: () => void;
  clients: number;
  /** Marks per second of all clients together. */
  perSecond: number;
}

/** Students of the day's classes without a mark. */
export async function seatsOf(base: string, token: string): Promise<Seat[]> {
  const getJson = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${base}/api/v2/attendance/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await answer.json()) as T;
  };
  const { results } = await getJson<{ results: { id: number }[] }>(
    `classschedule/?date=${date}&limit=999`,
  );
  const rolls = await Promise.all(
    results.map(async ({ id }) => {
      const roll = await getJson<{ results: { student: number; status: string }[] }>(
        `attendance/?class_schedule=${id}&date=${date}`,
      );
      const free = roll.results.filter((row) => row.status === 'N/A');
      return free.map(({ student }) => ({ student, class_schedule: id }));
    }),
  );
  return rolls.flat();
}

/**
 * Marks seats Present and Absent alternately at the configured rate; each mark is retried under the
 * same key until it is answered, as the browser does. A seat has one client, so its history must
 * equal the answers to that client.
 */
export function sendMarks(
  seats: Seat[],
  { base, token, onUnauthorized, clients, perSecond }: Options,
): LoadClients {
  const results: LoadResults = {
    answered: 0,
    repeated: 0,
    unexpected: 0,
    otherAnswers: new Map(),
    times: [],
  };
  const answered = new Map<Seat, string[]>();
  let ended = false;
  let last = performance.now();
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

  async function mark(seat: Seat, status: string): Promise<boolean> {
    const key = crypto.randomUUID();
    const body = JSON.stringify({
      rfid_number: seat.student,
      class_schedule: seat.class_schedule,
      date,
      status,
    });
    for (let tries = 0; ; tries++) {
      if (tries > 0) results.repeated++;
      const started = performance.now();
      const answer = await fetch(`${base()}/api/v2/attendance/attendance/create/`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await token()}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body,
        signal: AbortSignal.timeout(20_000),
      }).then(
        async (it) => ({
          status: it.status,
          isOwn503:
            it.status === 503 &&
            it.headers.has('retry-after') &&
            it.headers.get('content-type')?.startsWith('application/json'),
          text: it.status < 300 ? (await it.arrayBuffer(), '') : await it.text(),
        }),
        () => ({ status: 0, isOwn503: false, text: '' }),
      );
      if (answer.status >= 200 && answer.status < 300) {
        results.times.push(performance.now() - started);
        return true;
      }
      if (!answer.isOwn503) results.unexpected++;
      const what =
        answer.status === 0 ? 'unreachable' : `${answer.status} ${answer.text.slice(0, 120)}`;
      results.otherAnswers.set(what, (results.otherAnswers.get(what) ?? 0) + 1);
      if (answer.status === 401) onUnauthorized?.();
      else if (answer.status !== 0 && answer.status < 502 && answer.status !== 429)
        throw new Error(`A mark was refused: ${what}`);
      await wait(40);
    }
  }

  async function client(own: Seat[], number: number): Promise<void> {
    const pause = (1000 * clients) / perSecond;
    await wait((pause * number) / clients);
    for (let round = 0; ; round++) {
      if (ended) return;
      const seat = own[round % own.length]!;
      const started = performance.now();
      const status = Math.floor(round / own.length) % 2 ? 'Absent' : 'Present';
      await mark(seat, status);
      results.answered++;
      last = performance.now();
      answered.set(seat, [...(answered.get(seat) ?? []), status]);
      const remaining = pause - (performance.now() - started);
      if (remaining > 0) await wait(remaining);
    }
  }

  const seatsPerClient = Array.from({ length: clients }, (_, number) =>
    seats.filter((_seat, at) => at % clients === number),
  );
  const running = Promise.all(seatsPerClient.map(client));
  running.catch(() => {});

  return {
    results,
    lastAnswer: () => last,
    async stop() {
      ended = true;
      await running;
    },
    async check(connection) {
      const rows = await query<{
        student_id: string;
        class_schedule_id: string;
        statuses: (string | null)[];
        now: string | null;
      }>(
        connection,
        `select h.student_id, h.class_schedule_id, array_agg(h.to_status order by h.id) as statuses,
           (select a.status from attendance a
             where a.student_id = h.student_id and a.class_schedule_id = h.class_schedule_id
               and a.date = $1) as now
         from attendance_history h where h.date = $1 group by 1, 2`,
        [date],
      );
      const found = new Map(rows.map((row) => [`${row.student_id} ${row.class_schedule_id}`, row]));
      let [lost, doubled, marks] = [0, 0, 0];
      for (const [seat, statuses] of answered) {
        marks += statuses.length;
        const row = found.get(`${seat.student} ${seat.class_schedule}`);
        const stored = row?.statuses ?? [];
        if (stored.length < statuses.length || row?.now !== statuses.at(-1))
          lost += Math.max(1, statuses.length - stored.length);
        else doubled += stored.length - statuses.length;
        if (stored.length === statuses.length && stored.join() !== statuses.join()) lost++;
      }
      return { lost, doubled, marks };
    },
  };
}
