import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RollCallRecord, WhoIsHere } from '#contract/attendance/building.ts';
import { buildingLimits } from '#contract/attendance/building-counts.ts';
import { atTime, createBuilding } from '#server/test/building.ts';

const people = 2000;
const phones = 10;
/** The first ones lose the network until the end. */
const withoutNetwork = 3;

let building: Awaited<ReturnType<typeof createBuilding>>;
beforeAll(async () => {
  building = await createBuilding();
  await sql`
    with added as (
      insert into student (student_id, first_name, last_name)
      select 'X' || n, 'First ' || n, 'Last ' || n from generate_series(1, ${people}) n returning id
    )
    insert into enrolment (student_id, class_schedule_id, enrolled_from)
    select a.id, c.id, '2026-02-09' from added a, class_schedule c where c.ref = 'mon9'`.execute(
    building.school.database,
  );
});
afterAll(() => building.school.close());

interface Tick {
  device: string;
  number: number;
  person: number;
  accounted: boolean;
  /** Seconds after 09:15. */
  at: number;
}

const deviceOf = (phone: number) => `00000000-0000-4000-8000-${String(phone).padStart(12, '0')}`;
const instantOf = ({ at }: Tick) =>
  Temporal.Instant.from(atTime('09:15:00'))
    .add({ milliseconds: Math.round(at * 1000) })
    .toString();

/** Every person is ticked by one phone in the end; others tick them, and take that back, before. */
function ticksOf(numbers: number[], random: () => number): Tick[] {
  const next = Array.from({ length: phones }, () => 0);
  const tick = (phone: number, person: number, accounted: boolean, at: number): Tick => ({
    device: deviceOf(phone),
    number: ++next[phone]!,
    person,
    accounted,
    at,
  });
  return numbers.flatMap((person) => {
    const owner = Math.floor(random() * phones);
    const earlier = Array.from({ length: Math.floor(random() * 3) }, () =>
      tick(Math.floor(random() * phones), person, random() < 0.5, Math.floor(random() * 200)),
    );
    return [...earlier, tick(owner, person, true, 200 + Math.floor(random() * 60))];
  });
}

const shuffled = <Item>(items: Item[], random: () => number): Item[] =>
  items
    .map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);

/** What a list should show: the tick that was made last, of two at one instant that of the greater device and number. */
function modelOf(ticks: Tick[]): Map<number, boolean> {
  const latest = new Map<number, Tick>();
  const isLater = (a: Tick, b: Tick) =>
    a.at !== b.at ? a.at > b.at : a.device !== b.device ? a.device > b.device : a.number > b.number;
  for (const tick of ticks) {
    const known = latest.get(tick.person);
    if (!known || isLater(tick, known)) latest.set(tick.person, tick);
  }
  return new Map(Array.from(latest, ([person, { accounted }]) => [person, accounted]));
}

const batchesOf = (ticks: Tick[], random: () => number): Tick[][] => {
  const batches: Tick[][] = [];
  for (let from = 0; from < ticks.length;) {
    const size = 1 + Math.floor(random() * 120);
    batches.push(ticks.slice(from, from + size));
    from += size;
  }
  return batches;
};

async function send(roll_call: number, batch: Tick[]): Promise<void> {
  expect(batch.length).toBeLessThanOrEqual(buildingLimits.ticks);
  const { status, body } = await building.call('admin', 'POST', 'ticks/', {
    roll_call,
    device: batch[0]!.device,
    ticks: batch.map((tick) => ({
      number: tick.number,
      person: tick.person,
      accounted: tick.accounted,
      made_at: instantOf(tick),
    })),
  });
  expect([status, body.late]).toEqual([200, false]);
}

it(
  'of two thousand people and ten phones, three of which lose the network, no one is missing or ticked twice',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        async (stream) => {
          const random = () => stream.next().value as number;
          await building.empty();
          const roll_call = await building.start('emergency');
          const list: WhoIsHere = await building.whoIsHere();
          expect(list.people.length).toBeGreaterThanOrEqual(people);
          building.school.at(atTime('09:20:00'));
          const ticks = ticksOf(
            list.people.map(({ number }) => number),
            random,
          );
          const byPhone = Array.from({ length: phones }, (_, phone) =>
            ticks.filter(({ device }) => device === deviceOf(phone)),
          );
          // Each phone sends its own in order, some twice; phones send at once.
          await Promise.all(
            byPhone.slice(withoutNetwork).map(async (own) => {
              for (const batch of batchesOf(own, random)) {
                await send(roll_call, batch);
                if (random() < 0.2) await send(roll_call, batch);
              }
            }),
          );
          // The network is back: batches of which the answers were lost come again, in any order, all at once.
          const late = byPhone.slice(0, withoutNetwork).flatMap((own) => batchesOf(own, random));
          const again = late.filter(() => random() < 0.4);
          for (const batches of [shuffled([...late, ...again], random)])
            for (let from = 0; from < batches.length; from += 6)
              await Promise.all(
                batches.slice(from, from + 6).map((batch) => send(roll_call, batch)),
              );

          const model = modelOf(ticks);
          const after = await building.whoIsHere();
          expect(after.people.map(({ number }) => number)).toEqual(
            list.people.map(({ number }) => number),
          );
          const wrong = after.people.filter(
            ({ number, accounted }) => model.get(number) !== accounted,
          );
          expect(wrong).toEqual([]);
          const { body }: { body: RollCallRecord } = await building.call(
            'admin',
            'POST',
            `roll-calls/${roll_call}/end/`,
          );
          const { expected, accounted, missing, listed, late: afterEnd } = body;
          expect({ accounted, missing, listed, afterEnd, ticks: body.ticks }).toEqual({
            accounted: expected,
            missing: 0,
            listed: list.people.length,
            afterEnd: 0,
            ticks: ticks.length,
          });
        },
      ),
      { numRuns: Number(process.env.BUILDING_RUNS ?? 3) },
    );
  },
);
