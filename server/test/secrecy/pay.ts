import { sql } from 'kysely';
import type { Caller, TestSchool } from '../test-school.ts';

/** The Monday of the test institute. */
export const date = '2026-03-02';

/** Names and rates of pay codes, in two variants of the institute that differ in pay alone. */
const codes = {
  A: { id: 7_700_001, variants: [pay('ZQ-SECRET-77', 98_765.43), pay('ZQ-HIDDEN-31', 43_219.87)] },
  B: { id: 7_700_002, variants: [pay('ZQ-COVERT-52', 65_432.19), pay('ZQ-MASKED-94', 21_987.65)] },
  /** The two teachers' own lines: each may read theirs, and it is the same in both variants. */
  tess: { id: 7_700_003, variants: [pay('ZQ-OF-TESS', 76_543.21), pay('ZQ-OF-TESS', 76_543.21)] },
  theo: { id: 7_700_004, variants: [pay('ZQ-OF-THEO', 34_567.89), pay('ZQ-OF-THEO', 34_567.89)] },
} as const;
/** An id that no pay code has. */
export const unusedCode = 7_700_009;
export const codeIds = Object.values(codes).map(({ id }) => id);

function pay(paycode: string, rate: number) {
  return { paycode, rate_cents: Math.round(rate * 100) };
}

/** Texts that disclose pay: names, and rates and amounts as decimals and as cents. */
function secretTextsOf(name: keyof typeof codes): string[] {
  const { id, variants } = codes[name];
  const sums = variants.flatMap(({ rate_cents }) => [
    rate_cents,
    Math.floor((rate_cents * 90 + 30) / 60),
    rate_cents * 2,
  ]);
  return [
    String(id),
    ...variants.map(({ paycode }) => paycode),
    ...sums.flatMap((cents) => [String(cents), (cents / 100).toFixed(2)]),
  ];
}

/** Texts for accounts only. */
export const secrets = [...secretTextsOf('A'), ...secretTextsOf('B')];
/** Texts for one teacher, not for the other. */
export const secretsOfTess = secretTextsOf('tess');
export const secretsOfTheo = secretTextsOf('theo');

interface Line {
  ref: string;
  day: string;
  email: string;
  code: keyof typeof codes;
  status?: 'pending' | 'completed';
}

/** Theo's own, Theo as a stand-in for Tess, and Tess's own on two days. */
const lines: Line[] = [
  { ref: 'mon10', day: date, email: 'theo@school.example', code: 'theo', status: 'completed' },
  { ref: 'tue14', day: '2026-02-24', email: 'theo@school.example', code: 'A' },
  { ref: 'mon9', day: date, email: 'tess@school.example', code: 'tess', status: 'completed' },
  { ref: 'mon9', day: '2026-02-23', email: 'tess@school.example', code: 'tess' },
];

/** Inserts pay codes and check-ins. */
export async function seedPay({ database }: TestSchool): Promise<void> {
  for (const [name, { id, variants }] of Object.entries(codes)) {
    await sql`
      insert into pay_code (id, paycode, amount_cents, paycode_type, details)
      overriding system value
      values (${id}, ${variants[0].paycode}, ${variants[0].rate_cents}, 'tutorial_regular',
        ${`${variants[0].paycode} of ${name}`})`.execute(database);
  }
  for (const { ref, day, email, code, status = 'pending' } of lines) {
    const { id, variants } = codes[code];
    const rate = variants[0].rate_cents;
    await sql`
      insert into payroll_log (date, class_schedule_id, teacher_id, duration_minutes, pay_code_id,
        rate_cents, amount_cents, status, created_by, checked_in_at)
      select ${day}, c.id, t.id, minutes, ${id}, ${rate},
        floor((${rate}::bigint * minutes + 30) / 60), ${status}, u.id, now()
      from class_schedule c join teacher t on t.email = ${email}
      join app_user u on u.email = t.email
      cross join lateral (select (extract(epoch from c.end_time - c.start_time) / 60)::int as minutes) lasting
      where c.ref = ${ref}`.execute(database);
  }
  await sql`
    insert into payroll_log_history (payroll_log_id, class_schedule_id, date, what, changes, reason,
      changed_by, changed_at)
    select id, class_schedule_id, date, 'changed', jsonb_build_array(
      jsonb_build_object('field', 'rate', 'from', '0.00', 'to',
        (rate_cents / 100.0)::numeric(12, 2)::text),
      jsonb_build_object('field', 'pay code', 'from', 'none', 'to',
        (select paycode from pay_code p where p.id = pay_code_id))
    ), 'as agreed: ' || (select paycode from pay_code p where p.id = pay_code_id), created_by, now()
    from payroll_log`.execute(database);
  await setPayVariant({ database }, 0);
}

/**
 * Changes pay only: pay codes, the classes' pay codes, and every line that is not the caller's own.
 */
export async function setPayVariant(
  { database }: Pick<TestSchool, 'database'>,
  variant: 0 | 1,
  caller?: Caller,
): Promise<void> {
  for (const { id, variants } of Object.values(codes)) {
    const { paycode, rate_cents } = variants[variant];
    await sql`update pay_code set paycode = ${paycode}, amount_cents = ${rate_cents},
      details = ${paycode} where id = ${id}`.execute(database);
  }
  const [first, other] = variant ? [codes.B, codes.A] : [codes.A, codes.B];
  await sql`
    update class_schedule
    set payroll_id = case when ref in ('mon9',
      'tue14') then ${first.id}::bigint when ref = 'mon10' then ${other.id}::bigint end`.execute(
    database,
  );
  for (const [code, ref] of [
    [first, 'tue14'],
    [variant && caller !== 'teacher' ? first : codes.tess, 'mon9'],
    [variant && caller !== 'otherTeacher' ? other : codes.theo, 'mon10'],
  ] as const) {
    const rate = code.variants[variant].rate_cents;
    await sql`
      update payroll_log l set pay_code_id = ${code.id}, rate_cents = ${rate},
        amount_cents = floor((${rate}::bigint * duration_minutes + 30) / 60)
      from class_schedule c where c.id = l.class_schedule_id and c.ref = ${ref}`.execute(database);
  }
}
