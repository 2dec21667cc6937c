import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { QueryOf } from '#contract/endpoint.ts';
import { guessMapping, type Mapping } from '#contract/file-column.ts';
import type { DateOrder } from '#contract/file-dates.ts';
import type { EmptyCells, OtherPeople, ZeroAnswer } from '#contract/file-values.ts';
import { gendersOf } from '#contract/csv-file.ts';
import { genderReader, type MeaningOfM } from '#contract/gender-letters.ts';
import type { BulkUploadResult } from '#contract/student.ts';
import { asError } from '#web/platform/as-error.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { upload } from '#web/platform/upload.ts';
import { toast } from '#web/ui/toasts.ts';
import { Dialog } from '../Dialog.tsx';
import { foundOrder } from './DateOrderField.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportLink } from './ImportLink.tsx';
import { MapColumns } from './MapColumns.tsx';
import { readCsv, type ReadCsv, type WrittenAs } from './reading.ts';
import { Result } from './Result.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { counted } from '../format.ts';
import type { UploadKind } from './upload-kind.ts';

type Step =
  | { is: 'choosing' }
  | ({ is: 'mapping' } & Chosen)
  | { is: 'working'; what: string; percent: number }
  | ({ is: 'checked' | 'done'; result: BulkUploadResult } & Chosen);

/** The file, and how it is read. */
interface Chosen {
  csv: ReadCsv;
  mapping: Mapping;
  /** Null until somebody has chosen. */
  dates: DateOrder | null;
  /** Null until somebody has chosen; undefined where the letters of the genders tell. */
  meaningOfM: MeaningOfM | null | undefined;
  /** What IDs are that differ from another one by zeros in front alone; null until somebody answers. */
  zeros: ZeroAnswer | null;
  /** Whether a row whose ID has other names and another date of birth here is the same student. */
  otherPeople: OtherPeople;
  /** Whether an empty cell removes the stored value. */
  emptyCells: EmptyCells;
}

/**
 * Rows from a CSV file: choose, map columns, check, then import all or the valid rows (R-STUDENT-5,
 * R-GUARD-1).
 */
export function BulkUpload({ kind, close }: { kind: UploadKind; close: () => void }) {
  const [step, setStep] = useState<Step>({ is: 'choosing' });
  const queries = useQueryClient();
  const mayImport = useCan()('Settings', 'edit');

  async function send(
    how: Chosen,
    query: QueryOf<UploadKind['endpoint']>,
  ): Promise<BulkUploadResult | null> {
    const { csv, mapping, dates, meaningOfM, zeros, otherPeople, emptyCells } = how;
    const rows = counted(csv.rows.length, 'row');
    const onProgress = (percent: number) =>
      setStep({
        is: 'working',
        what: percent < 100 ? `Uploading ${rows}` : `Checking ${rows}`,
        percent,
      });
    onProgress(0);
    const chosen = Object.fromEntries(
      Object.entries(mapping).filter(([, theirs]) => theirs !== null),
    );
    try {
      return await upload(
        kind.endpoint,
        { query },
        {
          mapping: JSON.stringify(chosen),
          ...(dates !== null && { date_order: dates }),
          ...(meaningOfM && { m_is: meaningOfM }),
          ...(zeros !== null && { zeros }),
          other_people: otherPeople,
          empty_cells: emptyCells,
          file: csv.file,
        },
        onProgress,
      );
    } catch (error) {
      toast('error', asError(error).message);
      setStep({ is: 'mapping', ...how });
      return null;
    }
  }

  function mapColumns(csv: ReadCsv) {
    const mapping = guessMapping(kind.columns, csv.columns);
    const answers = { zeros: null, otherPeople: 'refuse', emptyCells: 'leave' } as const;
    setStep({ is: 'mapping', csv, mapping, ...foundIn(csv, kind, mapping), ...answers });
  }

  async function changeWritten(file: File, chosen: WrittenAs) {
    const csv = await readCsv(file, kind.columns, chosen);
    if ('problem' in csv) toast('error', `Line ${csv.problem.line}: ${csv.problem.reason}.`);
    else mapColumns(csv);
  }

  async function check(chosen: Chosen) {
    const result = await send(chosen, { mode: 'valid', dry_run: 'true' });
    if (result) setStep({ is: 'checked', ...chosen, result });
  }

  async function take(chosen: Chosen, mode: 'all' | 'valid', fingerprint: string | undefined) {
    const result = await send(chosen, { mode, checked: fingerprint });
    if (!result) return;
    setStep({ is: 'done', ...chosen, result });
    await queries.invalidateQueries({ queryKey: kind.changes });
  }

  return (
    <Dialog
      opened
      onClose={close}
      title={kind.title}
      size="xl"
      closeOnClickOutside={step.is === 'choosing'}
    >
      {step.is === 'choosing' && <ChooseFile kind={kind} chosen={mapColumns} />}
      {step.is === 'mapping' && (
        <MapColumns
          columns={kind.columns}
          importTakes={
            mayImport &&
            kind.importTakes && (
              <>
                <ImportLink /> {kind.importTakes}
              </>
            )
          }
          csv={step.csv}
          mapping={step.mapping}
          dates={step.dates}
          meaningOfM={step.meaningOfM}
          change={(mapping) => setStep({ ...step, mapping, ...foundIn(step.csv, kind, mapping) })}
          changeWritten={(chosen) => void changeWritten(step.csv.original, chosen)}
          changeDates={(dates) => setStep({ ...step, dates })}
          changeMeaningOfM={(meaningOfM) => setStep({ ...step, meaningOfM })}
          back={() => setStep({ is: 'choosing' })}
          check={() => void check(chosenOf(step))}
        />
      )}
      {step.is === 'working' && <UploadProgress label={step.what} percent={step.percent} />}
      {(step.is === 'checked' || step.is === 'done') && (
        <Result
          columns={kind.columns}
          csv={step.csv}
          mapping={step.mapping}
          zeros={step.zeros}
          answerZeros={(zeros) => void check({ ...chosenOf(step), zeros })}
          otherPeople={step.otherPeople}
          answerOtherPeople={(otherPeople) => void check({ ...chosenOf(step), otherPeople })}
          emptyCells={step.emptyCells}
          answerEmptyCells={(emptyCells) => void check({ ...chosenOf(step), emptyCells })}
          result={step.result}
          done={step.is === 'done'}
          back={() => setStep({ is: 'mapping', ...chosenOf(step) })}
          take={(mode) => void take(chosenOf(step), mode, step.result.fingerprint)}
          close={close}
          afterwards={kind.next?.map(({ title, to }) => (
            <Button
              key={to}
              variant="default"
              onClick={close}
              renderRoot={(props) => <Link {...props} to={to} />}
            >
              {title}
            </Button>
          ))}
        />
      )}
    </Dialog>
  );
}

const chosenOf = ({
  csv,
  mapping,
  dates,
  meaningOfM,
  zeros,
  otherPeople,
  emptyCells,
}: Chosen): Chosen => ({
  csv,
  mapping,
  dates,
  meaningOfM,
  zeros,
  otherPeople,
  emptyCells,
});

/** How a file is read with a mapping: null where somebody has to choose. */
const foundIn = (csv: ReadCsv, kind: UploadKind, mapping: Mapping) => ({
  dates: foundOrder(csv, kind.columns, mapping),
  meaningOfM: genderReader(gendersOf(csv, mapping['gender'])) ? undefined : null,
});
