import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueryOf } from '#contract/endpoint.ts';
import type { BulkUploadResult } from '#contract/student.ts';
import { asError } from '#web/platform/as-error.ts';
import { upload } from '#web/platform/upload.ts';
import { toast } from '#web/ui/toasts.ts';
import { Dialog } from '../Dialog.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { MapColumns } from './MapColumns.tsx';
import { guessMapping, type Mapping, type ReadCsv } from './reading.ts';
import { Result } from './Result.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { countOf } from '../format.ts';
import type { UploadKind } from './upload-kind.ts';

type Step =
  | { is: 'choosing' }
  | { is: 'mapping'; csv: ReadCsv; mapping: Mapping }
  | { is: 'working'; what: string; percent: number }
  | { is: 'checked' | 'done'; csv: ReadCsv; mapping: Mapping; result: BulkUploadResult };

/**
 * Rows from a CSV file: choose, map columns, check, then import all or the valid rows (R-STUDENT-5,
 * R-GUARD-1).
 */
export function BulkUpload({ kind, close }: { kind: UploadKind; close: () => void }) {
  const [step, setStep] = useState<Step>({ is: 'choosing' });
  const queries = useQueryClient();

  async function send(
    csv: ReadCsv,
    mapping: Mapping,
    query: QueryOf<UploadKind['endpoint']>,
  ): Promise<BulkUploadResult | null> {
    const count = countOf(csv.rows.length);
    const onProgress = (percent: number) =>
      setStep({
        is: 'working',
        what: percent < 100 ? `Uploading ${count} rows` : `Checking ${count} rows`,
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
        { mapping: JSON.stringify(chosen), file: csv.file },
        onProgress,
      );
    } catch (error) {
      toast('error', asError(error).message);
      setStep({ is: 'mapping', csv, mapping });
      return null;
    }
  }

  async function check(csv: ReadCsv, mapping: Mapping) {
    const result = await send(csv, mapping, { mode: 'valid', dry_run: 'true' });
    if (result) setStep({ is: 'checked', csv, mapping, result });
  }

  async function take(csv: ReadCsv, mapping: Mapping, mode: 'all' | 'valid') {
    const result = await send(csv, mapping, { mode });
    if (!result) return;
    setStep({ is: 'done', csv, mapping, result });
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
      {step.is === 'choosing' && (
        <ChooseFile
          kind={kind}
          chosen={(csv) =>
            setStep({ is: 'mapping', csv, mapping: guessMapping(kind.columns, csv.columns) })
          }
        />
      )}
      {step.is === 'mapping' && (
        <MapColumns
          columns={kind.columns}
          csv={step.csv}
          mapping={step.mapping}
          change={(mapping) => setStep({ ...step, mapping })}
          back={() => setStep({ is: 'choosing' })}
          check={() => void check(step.csv, step.mapping)}
        />
      )}
      {step.is === 'working' && <UploadProgress label={step.what} percent={step.percent} />}
      {(step.is === 'checked' || step.is === 'done') && (
        <Result
          csv={step.csv}
          result={step.result}
          done={step.is === 'done'}
          back={() => setStep({ is: 'mapping', csv: step.csv, mapping: step.mapping })}
          take={(mode) => void take(step.csv, step.mapping, mode)}
          close={close}
        />
      )}
    </Dialog>
  );
}
