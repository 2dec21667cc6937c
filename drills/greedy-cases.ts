import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { today } from '../bench/seed.ts';
import type { Connection } from '#server/platform/database/pool.ts';
import type { ServerProcess } from '#server/test/server-process.ts';
import { png } from '#server/test/upload.ts';
import type { GreedyClient } from './greedy-client.ts';
import { query } from './sandbox.ts';

const mb = 1024 * 1024;

export interface GreedyContext extends GreedyClient {
  server: ServerProcess;
  connection: Exclude<Connection, string>;
}

const header = 'student_id,first_name,last_name,phone_number,date_of_birth';
const rows = (count: number, row: (number: number) => string) =>
  Buffer.from(`${header}\n${Array.from({ length: count }, (_, at) => row(at)).join('\n')}\n`);
const fiveYears = {
  fromDate: '2022-01-01',
  toDate: '2026-12-31',
  subject: Array.from({ length: 999 }, (_, at) => at + 1),
};
const ids = Array.from({ length: 999 }, (_, at) => at + 1).join();

/** The most expensive requests within the limits of each upload, import, export and list. */
export const greedyCases: Record<string, (at: GreedyContext) => Promise<unknown>> = {
  'upload of 4 MB in lines of two bytes': ({ upload }) =>
    upload('attendance/bulk-student-upload/', Buffer.alloc(4 * mb - 1000, '1\n'), 'a.csv', 'file'),
  'upload of many columns': ({ upload }) =>
    upload(
      'attendance/bulk-student-upload/',
      Buffer.from(header + ',x'.repeat(1_900_000)),
      'a.csv',
      'file',
    ),
  'upload of 20,000 rows, each with five faults': ({ upload }) =>
    upload(
      'attendance/bulk-student-upload/',
      rows(20_000, () => ',,,,yesterday'),
      'a.csv',
      'file',
    ),
  'upload of 20,000 new students': ({ upload }) =>
    upload(
      'attendance/bulk-student-upload/?dry_run=true',
      rows(20_000, (at) => `G${at},${'n'.repeat(60)},${'n'.repeat(60)},1,2004-01-01`),
      'a.csv',
      'file',
    ),
  'upload of two such files at once': (at) =>
    Promise.all(
      [1, 2].map((part) =>
        at.upload(
          'attendance/bulk-student-upload/?dry_run=true',
          rows(20_000, (row) => `H${part}${row},A,B,1,2004-01-01`),
          'a.csv',
          'file',
        ),
      ),
    ),
  'photos of 2 MB, one after the other': async ({ upload }) => {
    for (let times = 0; times < 5; times++)
      await upload(
        '../../file/student-profile',
        Buffer.concat([png, Buffer.alloc(2 * mb - 1000)]),
        'a.png',
        'files',
      );
  },
  'documents of 10 MB': async ({ upload }) => {
    const document = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(10 * mb - 1000, 'x')]);
    for (let times = 0; times < 3; times++)
      await upload('../../file/leave-application', document, 'a.pdf', 'files');
  },
  'lists of 9,999 rows': async ({ call }) => {
    for (const path of [
      'students',
      'attendance',
      'classschedule',
      'studentassignment',
      'leave',
      'redlistedstudents',
      'payroll-logs',
      'audit',
      'studentcohortassignment',
    ])
      await call('GET', `attendance/${path}/?limit=9999`);
  },
  'lists of 9,999 rows, eight at once': ({ call }) =>
    Promise.all(Array.from({ length: 8 }, () => call('GET', 'attendance/students/?limit=9999'))),
  'the last page, in every order': async ({ call }) => {
    for (const ordering of ['student_id', '-first_name', '-batch'])
      await call('GET', `attendance/students/?page=2500&ordering=${ordering}`);
    await call('GET', 'attendance/students/?page=100000&limit=9999');
  },
  'searches that match everything or nothing': ({ call }) =>
    Promise.all(
      ['s', 'first last 1', 'zzzz', 'a b c d e f', '%25_', 'x'.repeat(200)].map((text) =>
        call('GET', `attendance/students/?search=${encodeURIComponent(text)}`),
      ),
    ),
  'filters of 999 ids': ({ call }) =>
    Promise.all([
      call('GET', `attendance/students/?subject=${ids}&cohort=${ids}`),
      call('GET', `attendance/classschedule/?teacher=${ids}&subject=${ids}&limit=9999`),
      call('GET', `attendance/payroll-logs/?teacher=${ids}&subject=${ids}&limit=9999`),
    ]),
  'bodies of half a megabyte: 2,000 marks, 9,999 ids, brackets': async ({ call }) => {
    await call('POST', 'attendance/mark-student-attendance/', {
      student: Array.from({ length: 2000 }, (_, at) => at + 1),
      class_schedule: 1,
      date: today,
    });
    await call('POST', 'attendance/holiday/create/', {
      archive: 'ids',
      ids: Array.from({ length: 9999 }, (_, at) => at + 1_000_000),
    });
    await call('POST', 'attendance/studentassignment/create/', {
      class_schedule_id: 1,
      student_id: Array.from({ length: 2000 }, (_, at) => at + 1),
      preview: true,
    });
    await call(
      'POST',
      'attendance/students/create/',
      `${'['.repeat(250_000)}${']'.repeat(250_000)}`,
    );
    await call(
      'POST',
      'attendance/students/create/',
      Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`field${at}`, 1])),
    );
  },
  'twelve bodies of half a megabyte at once: keys, brackets': async ({ call }) => {
    const keys = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`f${at}`, 1]));
    for (const body of [keys, { student: Array(150_000).fill(0) }])
      await Promise.all(
        Array.from({ length: 12 }, () => call('POST', 'attendance/students/create/', body)),
      );
  },
  'bodies that are never completed, on 800 connections': async ({ halfSend }) => {
    const sockets: Socket[] = [];
    for (let at = 0; at < 800; at++) {
      sockets.push(at % 2 ? halfSend('attendance/students/create/', 0) : halfSend('nothing/'));
      // This process also measures: it must not be blocked.
      if (at % 20 === 0) await wait(20);
    }
    await wait(5000);
    sockets.forEach((socket) => socket.destroy());
  },
  '2,000 students into 200 classes at the same time': async ({ call, connection }) => {
    const rows = await query<{ id: number }>(
      connection,
      `with made as (insert into cohort (name, year) values ('Greedy', 2026) returning id)
       insert into cohort_schedule (cohort_id, class_schedule_id, place)
       select made.id, c.id, c.id from made,
         (select id from class_schedule where day_of_week = 3 order by id limit 200) c
       returning cohort_id::int as id`,
    );
    const student = Array.from({ length: 2000 }, (_, at) => at + 1);
    await call('POST', 'attendance/studentcohortassignment/create/', {
      cohort: rows[0]!.id,
      student,
      preview: true,
    });
  },
  'five years of attendance as CSV, twice at once': ({ call }) =>
    Promise.all([1, 2].map(() => call('POST', 'attendance/master-export/', fiveYears))),
  'five years of attendance as a workbook, twice at once': ({ call }) =>
    Promise.all([1, 2].map(() => call('POST', 'attendance/master-export/?format=xlsx', fiveYears))),
  'every other file': async ({ call }) => {
    await Promise.all([
      call('GET', 'attendance/bulk-student-export/'),
      call('GET', 'attendance/audit-export/?format=xlsx'),
    ]);
    await Promise.all([
      call('GET', 'attendance/payroll-logs-export/?format=xlsx'),
      call('GET', 'attendance/payroll-logs-export/?format=csv'),
    ]);
  },
  'the workbook of all data by mail': async ({ call, server }) => {
    await call('POST', 'attendance/spreadsheet-export/', { email: 'head@school.example' });
    for (let times = 0; times < 120; times++) {
      const answer = await fetch(`${server.base}/metrics`);
      if (/mail_jobs\{state="done"\} [1-9]/.test(await answer.text())) return;
      await wait(500);
    }
  },
  'forty unread exports of twenty users': async ({ stall }) => {
    const sockets = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        stall(
          'POST',
          at % 2 ? 'attendance/master-export/' : 'attendance/master-export/?format=xlsx',
          fiveYears,
          Math.floor(at / 2),
        ),
      ),
    );
    await wait(8000);
    sockets.forEach((socket) => socket.destroy());
  },
  'unread lists of 9,999 rows': async ({ stall }) => {
    const sockets = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        stall('GET', 'attendance/students/?limit=9999', undefined, at),
      ),
    );
    await wait(3000);
    sockets.forEach((socket) => socket.destroy());
  },
};
