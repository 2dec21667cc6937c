import { modals } from '@mantine/modals';
import { useQueryClient } from '@tanstack/react-query';
import { decideRedList } from '#contract/standing/red-list-computed.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import type { RedListDecision, RedListLine } from '#contract/standing/red-list-computed.ts';
import { asError } from '#web/platform/as-error.ts';
import { request } from '#web/platform/api.ts';
import { DialogForm } from '#web/ui/form/DialogForm.tsx';
import { TextAreaField } from '#web/ui/form/fields.tsx';
import { fullName } from '#contract/person-name.ts';
import { toast } from '#web/ui/toasts.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { redListResource } from './resource.ts';

const doneTexts: Record<RedListDecision['decision'], string> = {
  accept: 'accepted',
  dismiss: 'dismissed',
  open: 'opened again',
};

/** Accepts, dismisses (with a reason) or opens entries again; entries by hand alone are left out. */
export function useDecision(): (
  lines: RedListLine[],
  decision: RedListDecision['decision'],
  done?: () => void,
) => void {
  const queries = useQueryClient();
  const send = async (body: RedListDecision) => {
    const { changed } = await request(decideRedList, { body });
    toast(
      'success',
      `${changed} ${changed === 1 ? 'entry' : 'entries'} ${doneTexts[body.decision]}`,
    );
    await queries.invalidateQueries({ queryKey: resourceKey(redListResource) });
  };
  return (lines, decision, done) => {
    const chosen = lines.filter(({ id }) => id > 0);
    const ids = chosen.map(({ id }) => id);
    const [first] = chosen;
    if (!first) return;
    if (decision !== 'dismiss') {
      void send({ ids, decision }).then(done, (error: unknown) =>
        toast('error', asError(error).message),
      );
      return;
    }
    const who = ids.length === 1 ? fullName(first.student) : `${ids.length} entries`;
    const dialog = modals.open({
      title: `Dismiss ${who}?`,
      children: (
        <DialogForm
          initial={{ reason: '' }}
          check={({ reason }) => (String(reason).trim() ? {} : { reason: messages.required })}
          yes="Dismiss"
          cancel={() => modals.close(dialog)}
          send={async ({ reason }) => {
            await send({ ids, decision, reason: String(reason) });
            modals.close(dialog);
            done?.();
          }}
        >
          <TextAreaField
            name="reason"
            label="Reason"
            description={`It opens again after a further absence below the present rate. At most ${limits.reasonLength} characters.`}
          />
        </DialogForm>
      ),
    });
  };
}
