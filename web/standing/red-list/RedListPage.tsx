import { Button, Menu, Text } from '@mantine/core';
import {
  IconAdjustments,
  IconCheck,
  IconClockHour4,
  IconMail,
  IconRotate,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { listRedListRules } from '#contract/standing/red-list-computed.endpoints.ts';
import { timeOfDay } from '#contract/texts.ts';
import type { RedListEntry } from '#contract/standing/red-list.ts';
import { ruleText, type RedListLine } from '#contract/standing/red-list-computed.ts';
import { classesOf } from '#contract/weekdays.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { fullName } from '#contract/person-name.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import type { PageAction } from '#web/ui/PageActions.tsx';
import { MailMenu } from '#web/school/MailMenu.tsx';
import { MakeLettersButton } from '#web/messages/public/MakeLettersButton.ts';
import { useBegin } from '../follow-ups/useBegin.ts';
import { lineColumns, lineFilters, lineResource } from './lines.tsx';
import { redListColumns, redListResource } from './resource.ts';
import { followStandingsMs, rulesKey } from './rules.ts';
import { useDecision } from './useDecision.tsx';

const nameOfEntry = ({ student, subject }: RedListEntry) =>
  `${fullName(student)} in ${subject.subject_code}`;

const nameOf = ({ student, subject, class_type }: RedListLine) =>
  `${fullName(student)} in ${classesOf(subject?.subject_code ?? 'all subjects', class_type)}`;

/** The entry by hand, which is changed from the line. */
const recordOf = (line: RedListLine) =>
  line.by_hand && {
    id: line.by_hand.id,
    name: line.state === 'by hand' ? nameOf(line) : `the entry by hand of ${nameOf(line)}`,
  };

/** Students with low attendance, by rule and by hand (R-RED-2); archived are only entries by hand. */
export function RedListPage() {
  const { archived }: { archived?: string } = useSearch({ strict: false });
  return archived === 'true' ? (
    <ResourceList
      resource={redListResource}
      columns={redListColumns}
      defaultSort="student"
      nameOf={nameOfEntry}
    />
  ) : (
    <Lines />
  );
}

/** Each student and subject on the red list: why, the rate now, and what can still be reached. */
function Lines() {
  const mayDecide = useCan()('Red List Students', 'edit');
  const { time_zone } = useSession().config;
  const columns = useMemo(() => lineColumns(time_zone), [time_zone]);
  const decide = useDecision();
  const begin = useBegin();
  const readAgain = useReadAgain();
  const followUp = (line: RedListLine) => {
    const { follow_up, student, subject, semester_id: semester, state } = line;
    if (follow_up)
      return (
        <Menu.Item
          leftSection={<IconUserCheck size={16} aria-hidden="true" />}
          renderRoot={(props) => (
            <Link {...props} to="/follow-ups/view" search={{ id: String(follow_up.id) }} />
          )}
        >
          Open follow-up
        </Menu.Item>
      );
    if (state === 'dismissed' || state === 'cleared') return null;
    return (
      <Menu.Item
        leftSection={<IconUserCheck size={16} aria-hidden="true" />}
        onClick={() =>
          begin({
            student: { id: student.id, name: fullName(student) },
            subject,
            semester,
            accepts: state === 'open',
          })
        }
      >
        Begin follow-up…
      </Menu.Item>
    );
  };
  const options = (line: RedListLine) =>
    line.id < 0 ? (
      <>
        {followUp(line)}
        {line.standing && warn(line, readAgain)}
      </>
    ) : (
      <>
        {followUp(line)}
        {(line.state === 'open' || line.state === 'dismissed') && (
          <Menu.Item
            leftSection={<IconCheck size={16} aria-hidden="true" />}
            onClick={() => decide([line], 'accept')}
          >
            Accept
          </Menu.Item>
        )}
        {(line.state === 'open' || line.state === 'accepted') && (
          <Menu.Item
            leftSection={<IconX size={16} aria-hidden="true" />}
            onClick={() => decide([line], 'dismiss')}
          >
            Dismiss…
          </Menu.Item>
        )}
        {line.why.length > 0 && warn(line, readAgain)}
        {(line.state === 'accepted' || line.state === 'dismissed') && (
          <Menu.Item
            leftSection={<IconRotate size={16} aria-hidden="true" />}
            onClick={() => decide([line], 'open')}
          >
            Open again
          </Menu.Item>
        )}
      </>
    );
  return (
    <ResourceList
      resource={lineResource}
      columns={columns}
      defaultSort="rate"
      filters={lineFilters}
      nameOf={nameOf}
      recordOf={recordOf}
      rowOptions={mayDecide ? options : undefined}
      bulkOptions={mayDecide ? decideAll : undefined}
      actions={<MailMenu list="red_list" />}
      pageActions={links}
    >
      <RulesInForce />
    </ResourceList>
  );
}

/** The pages that belong to the red list. */
const links: PageAction[] = [
  {
    title: 'Follow-ups',
    Icon: IconUserCheck,
    isFrequent: true,
    link: { to: '/follow-ups' },
  },
  { title: 'Contact hours', Icon: IconClockHour4, link: { to: '/contact-hours' } },
  { title: 'Rules', Icon: IconAdjustments, link: { to: '/red-list-students/rules' } },
];

/** Lines show their letters: they are read again once one was made. */
function useReadAgain() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: resourceKey(redListResource) });
}

const lettersOf = (lines: RedListLine[]) => ({
  kind: 'warning_letter' as const,
  entries: lines.map(({ id }) => id),
});

const warn = (line: RedListLine, made: () => void) => (
  <Menu.Item
    leftSection={<IconMail size={16} aria-hidden="true" />}
    onClick={() =>
      void import('#web/messages/public/open-letters.ts').then(({ openLetters }) =>
        openLetters(lettersOf([line]), made),
      )
    }
  >
    Warning letter…
  </Menu.Item>
);

const decideAll = (lines: RedListLine[], done: () => void) => (
  <DecideAll lines={lines} done={done} />
);

/** Accepts or dismisses the selected entries. */
function DecideAll({ lines, done }: { lines: RedListLine[]; done: () => void }) {
  const decide = useDecision();
  const readAgain = useReadAgain();
  return (
    <>
      <Button variant="default" onClick={() => decide(lines, 'accept', done)}>
        Accept
      </Button>
      <Button variant="default" onClick={() => decide(lines, 'dismiss', done)}>
        Dismiss…
      </Button>
      <MakeLettersButton
        choice={lettersOf(lines)}
        done={() => {
          readAgain();
          done();
        }}
      />
    </>
  );
}

/** What lists a student, and until when marks are counted; without a rule, where to add one. */
function RulesInForce() {
  const { time_zone } = useSession().config;
  const mayAdd = useCan()('Red List Students', 'edit');
  const queries = useQueryClient();
  const rules = useQuery({
    queryKey: rulesKey,
    queryFn: ({ signal }) => request(listRedListRules, { signal }),
    refetchInterval: followStandingsMs,
  });
  const countedUntil = rules.data?.counted_until;
  const seen = useRef(countedUntil);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== countedUntil)
      void queries.invalidateQueries({ queryKey: resourceKey(redListResource) });
    seen.current = countedUntil;
  }, [queries, countedUntil]);
  if (!rules.data) return null;
  const [general] = rules.data.results.filter(
    (it) => !it.subject && !it.course && !it.overall && !it.class_type,
  );
  const others = rules.data.results.length - (general ? 1 : 0);
  return (
    <Text c="dimmed" mb="xs" role="status">
      {rules.data.results.length === 0
        ? 'No rule: only entries by hand are shown. '
        : general
          ? `Listed: ${ruleText(general)}, by subject. `
          : ''}
      {countedUntil && `Marks until ${timeOfDay(countedUntil, time_zone)} are counted. `}
      {others > 0 && `${others} ${general ? 'other ' : ''}${others === 1 ? 'rule' : 'rules'}. `}
      <AnchorLink underline="always" to="/red-list-students/rules">
        {rules.data.results.length === 0 && mayAdd ? 'Add a rule' : 'All rules'}
      </AnchorLink>
    </Text>
  );
}
