import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkUploadResult } from '../../../../contract/student.ts';
import { upload } from '../../../app/upload.ts';
import { sectionKey } from '../../../ui/section.ts';
import { toast } from '../../../ui/toasts.ts';
import { studentSection } from '../section.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { MapColumns } from './MapColumns.tsx';
import { guessMapping, type Mapping, type ReadCsv } from './reading.ts';
import { Result } from './Result.tsx';
import { Working } from './Working.tsx';

type Step =
  | { is: 'choosing' }
  | { is: 'mapping'; csv: ReadCsv; mapping: Mapping }
  | { is: 'working'; what: string; percent: number }
  | { is: 'checked' | 'done'; csv: ReadCsv; mapping: Mapping; result: BulkUploadResult };

/** Students from a CSV file: choose, map the columns, see what would happen, then all or the good ones (design §6). */
export function BulkUpload({ close }: { close: () => void }) {
  const [step, setStep] = useState<Step>({ is: 'choosing' });
  const queries = useQueryClient();

  async function send(csv: ReadCsv, mapping: Mapping, query: string): Promise<BulkUploadResult | null> {
    const count = csv.rows.length.toLocaleString('en');
    const told = (percent: number) =>
      setStep({ is: 'working', what: percent < 100 ? `Uploading ${count} rows` : `Going through ${count} rows`, percent });
    told(0);
    const chosen = Object.fromEntries(Object.entries(mapping).filter(([, theirs]) => theirs !== null));
    try {
      return await upload<BulkUploadResult>(
        `/api/v2/attendance/bulk-student-upload/?${query}`,
        { mapping: JSON.stringify(chosen), file: csv.file },
        told,
      );
    } catch (error) {
      toast('error', (error as Error).message);
      setStep({ is: 'mapping', csv, mapping });
      return null;
    }
  }

  async function check(csv: ReadCsv, mapping: Mapping) {
    const result = await send(csv, mapping, 'mode=valid&dry_run=true');
    if (result) setStep({ is: 'checked', csv, mapping, result });
  }

  async function take(csv: ReadCsv, mapping: Mapping, mode: 'all' | 'valid') {
    const result = await send(csv, mapping, `mode=${mode}`);
    if (!result) return;
    setStep({ is: 'done', csv, mapping, result });
    await queries.invalidateQueries({ queryKey: sectionKey(studentSection) });
  }

  return (
    <Modal opened onClose={close} title="Bulk upload of students" size="xl" closeOnClickOutside={step.is === 'choosing'}>
      {step.is === 'choosing' && <ChooseFile chosen={(csv) => setStep({ is: 'mapping', csv, mapping: guessMapping(csv.columns) })} />}
      {step.is === 'mapping' && (
        <MapColumns
          csv={step.csv}
          mapping={step.mapping}
          change={(mapping) => setStep({ ...step, mapping })}
          back={() => setStep({ is: 'choosing' })}
          check={() => void check(step.csv, step.mapping)}
        />
      )}
      {step.is === 'working' && <Working what={step.what} percent={step.percent} />}
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
    </Modal>
  );
}
