import type { FollowUpOfLine } from '#contract/standing/follow-up.ts';
import { sinceBegunText } from '#contract/standing/follow-up-text.ts';
import { differenceText } from '#contract/standing/report-text.ts';
import type { RedListLine } from '#contract/standing/red-list-computed.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { SmallLines } from '#web/ui/SmallLines.tsx';
import { Due } from './Due.tsx';
import { dueText, followUpTitle, lastStepText } from './resource.tsx';

const textOf = (of: FollowUpOfLine): string =>
  [of.owner.name, `due ${dueText(of)}`, lastStepText(of) || 'no step yet', sinceBegunText(of)]
    .filter(Boolean)
    .join('; ');

/** The follow-up of a line of the red list: owner, due, last step, and whether it helped. */
export const followUpColumn: Column<RedListLine> = {
  id: 'follow_up',
  title: 'Follow-up',
  text: ({ follow_up }) => follow_up && textOf(follow_up),
  spare: 760,
  inCards: 'filled',
  cell: (line) => line.follow_up && <LineFollowUp line={line} of={line.follow_up} />,
};

function LineFollowUp({ line, of }: { line: RedListLine; of: FollowUpOfLine }) {
  return (
    <SmallLines width="clamp(6.5rem, 14vw, 9rem)" title={textOf(of)}>
      <span>
        <AnchorLink
          inherit
          underline="always"
          to="/follow-ups/view"
          search={{ id: String(of.id) }}
          aria-label={`${of.owner.name}: follow-up of ${followUpTitle(line)}`}
        >
          {of.owner.name}
        </AnchorLink>
        , due <Due of={of} />
      </span>
      <span>
        {lastStepText(of) || 'No step yet'}
        {of.rate_change !== null &&
          `, rate ${differenceText(of.rate_change)} points since it began`}
      </span>
    </SmallLines>
  );
}
