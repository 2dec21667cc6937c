import { setTimeout as wait } from 'node:timers/promises';
import type { PairCall, PairSchool } from './calls.ts';

/** What two calls were answered, and the rows afterwards. */
export interface Outcome {
  statuses: [number, number];
  bodies: [unknown, unknown];
  state: Record<string, string[]>;
}

type PairOfCalls = [PairCall, PairCall];

/** Answers that say that the call did nothing, because of the other one. */
const tryAgain = (status: number, body: unknown): boolean =>
  status === 409 && /try again/i.test(JSON.stringify(body));

async function prepared(at: PairSchool, [a, b]: PairOfCalls) {
  await at.tables.reset();
  return [await a.prepare(at), await b.prepare(at)] as const;
}

/** The outcomes of one call after the other, in both orders. */
export async function outcomesInTurn(at: PairSchool, calls: PairOfCalls): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const firstIsFirst of [true, false]) {
    const [a, b] = await prepared(at, calls);
    const first = await (firstIsFirst ? a : b)();
    const second = await (firstIsFirst ? b : a)();
    const [ofA, ofB] = firstIsFirst ? [first, second] : [second, first];
    outcomes.push({
      statuses: [ofA.status, ofB.status],
      bodies: [ofA.body, ofB.body],
      state: await at.tables.state(),
    });
  }
  return outcomes;
}

/** The outcome of both calls at once. @param lead milliseconds that the first one begins earlier. */
export async function outcomeAtOnce(
  at: PairSchool,
  calls: PairOfCalls,
  lead: number,
): Promise<Outcome> {
  const [a, b] = await prepared(at, calls);
  const [ofA, ofB] = await Promise.all([
    lead < 0 ? wait(-lead).then(a) : a(),
    lead > 0 ? wait(lead).then(b) : b(),
  ]);
  return {
    statuses: [ofA.status, ofB.status],
    bodies: [ofA.body, ofB.body],
    state: await at.tables.state(),
  };
}

/** The state after one call alone. */
async function stateAfter(at: PairSchool, call: PairCall): Promise<Outcome['state']> {
  await at.tables.reset();
  const send = await call.prepare(at);
  await send();
  return at.tables.state();
}

/**
 * Why an outcome is none of one call after the other; null when it is. A call that was answered
 * "Try again" has done nothing.
 */
export async function faultOf(
  at: PairSchool,
  calls: PairOfCalls,
  outcome: Outcome,
  inTurn: Outcome[],
): Promise<string | null> {
  const { statuses, bodies, state } = outcome;
  if (statuses.some((status) => status >= 500))
    return `answered ${statuses.join(' and ')}: ${JSON.stringify(bodies)}`;
  const answered = inTurn.filter(
    (of) => isAnswer(statuses[0], of.statuses[0]) && isAnswer(statuses[1], of.statuses[1]),
  );
  const same = (a: Outcome['state'], b: Outcome['state']) =>
    JSON.stringify(a) === JSON.stringify(b);
  if (answered.some((of) => same(of.state, state))) return null;
  const gaveUp = ([0, 1] as const).filter((at) => tryAgain(statuses[at], bodies[at]));
  const [only] = gaveUp;
  if (gaveUp.length === 1 && only !== undefined) {
    const other = calls[only === 0 ? 1 : 0];
    if (same(await stateAfter(at, other), state)) return null;
  }
  const expected = inTurn.map((of) => of.statuses.join(' and ')).join(', or ');
  const differing = answered.map((of) => differenceOf(state, of.state)).join('\n  or ');
  const answers = bodies.map((body) => JSON.stringify(body)).join(' and ');
  const details = differing ? `; rows:\n  ${differing}` : `: ${answers}`;
  return `answered ${statuses.join(' and ')}, in turn ${expected}${details}`;
}

/**
 * A row that was changed and is deleted before the answer reads it is answered 404. What is looked at before
 * the locks and after them is refused with 400 or 409.
 */
const isAnswer = (status: number, inTurn: number): boolean =>
  status === inTurn ||
  (status === 404 && inTurn === 200) ||
  (refusals.has(status) && refusals.has(inTurn));

const refusals = new Set([400, 409]);

/** The rows of one state that the other has not, by table. */
function differenceOf(state: Outcome['state'], other: Outcome['state']): string {
  const names = new Set([...Object.keys(state), ...Object.keys(other)]);
  return [...names]
    .flatMap((name) => {
      const [here, there] = [state[name] ?? [], other[name] ?? []];
      return [
        ...without(here, there).map((row) => `+ ${name} ${row}`),
        ...without(there, here).map((row) => `- ${name} ${row}`),
      ];
    })
    .slice(0, 8)
    .join('\n    ');
}

function without(rows: string[], others: string[]): string[] {
  const left = [...others];
  return rows.filter((row) => {
    const found = left.indexOf(row);
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
}
