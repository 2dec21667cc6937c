import type { SemesterCopy } from '#contract/timetable/semester-copy.ts';
import { OperationBand } from '#web/ui/OperationBand.tsx';
import { counted } from '#web/ui/format.ts';

/** The number of classes that were copied, with a link to them. */
export function CopiedBand({ of, semester }: { of: SemesterCopy; semester: number }) {
  return (
    <OperationBand
      text={`${counted(of.classes, 'class', 'classes')} copied`}
      show={{
        text: 'Show the classes',
        to: '/timetable',
        search: { semester: String(semester) },
      }}
      operation={of.operation}
    />
  );
}
