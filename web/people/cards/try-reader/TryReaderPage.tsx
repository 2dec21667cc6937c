import { Button, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fullName } from '#contract/person-name.ts';
import { cardHints } from '#contract/card-hints.ts';
import {
  cardFormats,
  cardTermsOf,
  haveForm,
  storedCard,
  type CardFormat,
} from '#contract/card-number.ts';
import { keysOf } from '#contract/keys-of.ts';
import { limits } from '#contract/limits.ts';
import { findCard } from '#contract/people/cards.endpoints.ts';
import type { FoundCard } from '#contract/people/student-card.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import classes from './TryReader.module.css';
import { maxTyped, useTyped, type Typed } from './useTyped.ts';

/** Shows what a card reader types, and what pages and settings make of it; marks nothing (R-CARD-8). */
export function TryReaderPage() {
  const { config } = useSession();
  const { typed, clear } = useTyped(config.reader_gap_ms);
  return (
    <>
      <PageHead title="Try a reader">
        <BackButton />
      </PageHead>
      <Text c="dimmed" mb="sm">
        Tap a card at the reader of this computer. What the reader types is shown here; no one is
        marked.
      </Text>
      <div role="status">
        {typed ? (
          <Outcome key={typed.number} typed={typed} />
        ) : (
          <EmptyState title="No card yet">Click here first if nothing happens.</EmptyState>
        )}
      </div>
      {typed && (
        <>
          <Formats sent={typed.read ?? typed.text} />
          <Button variant="default" mt="sm" onClick={clear}>
            Clear
          </Button>
        </>
      )}
    </>
  );
}

function Outcome({ typed }: { typed: Typed }) {
  const { config } = useSession();
  const { text, end, longestPause, read } = typed;
  const hints = cardHints(read ?? text);
  return (
    <section className={`at-card ${classes.part}`} aria-label="What the reader typed">
      <p className={classes.typed}>
        <code>{text}</code> {end === null ? 'without Enter or Tab' : `and ${end}`}
      </p>
      <Text fw={600} c={read === null ? 'red' : undefined}>
        {read === null ? whyNot(typed, config.reader_gap_ms) : `Pages read ${read}.`}
      </Text>
      <Text size="sm" c="dimmed">
        Longest pause between two keys: {longestPause} ms; a reader may pause for{' '}
        {config.reader_gap_ms} ms.
      </Text>
      {read !== null && <Holder number={read} />}
      {hints.length > 0 && (
        <List size="sm">
          {hints.map((hint) => (
            <List.Item key={hint.is}>{hint.text}</List.Item>
          ))}
        </List>
      )}
    </section>
  );
}

function whyNot({ text, end, longestPause }: Typed, gapMs: number): string {
  if (text.length === maxTyped)
    return `Not read: it is no number of a card, with ${maxTyped} characters or more.`;
  if (end === null) return 'Not read: set the reader to send Enter or Tab after the number.';
  if (longestPause > gapMs)
    return `Not read: the reader pauses for ${longestPause} ms. Set it to type faster, or the server’s READER_GAP_MS to more than that.`;
  return 'Not read: it is no number of a card.';
}

/** Whose card it is, for who may hand out cards. */
function Holder({ number }: { number: string }) {
  const mayRead = useCan()('Students', 'edit');
  const found = useQuery({
    queryKey: ['card-found', number],
    queryFn: ({ signal }) => request(findCard, { query: { number }, signal }),
    enabled: mayRead,
    retry: false,
  });
  if (found.isError) return <Text size="sm">{found.error.message}</Text>;
  return found.data ? <Text size="sm">{holderText(found.data)}</Text> : null;
}

function holderText({ number, holder, former }: FoundCard): string {
  const of = (student: { first_name: string; last_name: string; student_id: string }) =>
    `${fullName(student)} (${student.student_id})`;
  if (holder?.kind === 'teacher') return `${number} is the card of a teacher.`;
  if (holder) return `${number} is the card of ${of(holder)}.`;
  return former
    ? `${number} was last the card of ${of(former)}.`
    : `No one has the card ${number}.`;
}

/** The number in each format, with the other settings of the institute. */
function Formats({ sent }: { sent: string }) {
  const { config } = useSession();
  const terms = cardTermsOf(config);
  return (
    <div className="at-scroll">
      <table className="at-table">
        <caption className={classes.caption}>
          What the setting <em>Card numbers</em> would store
        </caption>
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Stored as</th>
          </tr>
        </thead>
        <tbody>
          {keysOf<CardFormat>(cardFormats).map((card_format) => {
            const now = { ...terms, card_format };
            const stored = storedCard(sent, now);
            return (
              <tr key={card_format}>
                <th scope="row">
                  {cardFormats[card_format]}
                  {card_format === terms.card_format && ' (in use)'}
                </th>
                <td>
                  {stored.length > limits.rfidLength
                    ? `Too long: ${stored.length} characters of at most ${limits.rfidLength}`
                    : `${stored}${haveForm(now) && stored === sent ? ' (as it is sent)' : ''}`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
