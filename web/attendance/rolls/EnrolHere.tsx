import { useCan } from '#web/platform/SessionProvider.tsx';
import type { ClassOnDate } from '#web/school/roll.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import type { TapResult } from './tap-result.ts';

interface EnrolHereProps {
  of: ClassOnDate;
  /** The last tap. */
  result: TapResult | null;
}

/** The way to enrol a student whom the roll has just refused, for who may. */
export function EnrolHere({ of, result }: EnrolHereProps) {
  const can = useCan();
  const student = result?.tone === 'bad' ? result.student?.student_id : undefined;
  if (student === undefined || !can('Enroll Student', 'add')) return null;
  return (
    <AnchorLink
      size="sm"
      underline="always"
      to="/enroll-by-schedule/view"
      search={{ id: String(of.id), enrolled: 'all', search: student }}
    >
      Enrol {student} in this class
    </AnchorLink>
  );
}
