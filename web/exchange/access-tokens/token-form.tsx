import { modals } from '@mantine/modals';
import { accessTokenLimits } from '#contract/exchange/access-token-terms.ts';
import { createAccessToken } from '#contract/exchange/access-tokens.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { scopesWith } from '#contract/exchange/scopes.ts';
import { request } from '#web/platform/api.ts';
import { useUser } from '#web/platform/SessionProvider.tsx';
import { DialogForm } from '#web/ui/form/DialogForm.tsx';
import type { Values } from '#web/ui/form/form-context.ts';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import { openSecret } from '#web/ui/OnceSecret.tsx';
import { ScopesField } from './ScopesField.tsx';

/** Opens the form of a new token, and shows the token once. */
export function openTokenForm(done: () => void): void {
  const id = modals.open({
    title: 'New access token',
    size: 'xl',
    children: <TokenForm done={done} close={() => modals.close(id)} />,
  });
}

const periods = [7, 30, accessTokenLimits.days, 180, accessTokenLimits.maxDays].map((days) => ({
  value: String(days),
  label: days === accessTokenLimits.maxDays ? 'A year' : `${days} days`,
}));

function TokenForm({ done, close }: { done: () => void; close: () => void }) {
  const { permissions } = useUser();
  async function send({ name, scopes, expires_in_days }: Values) {
    const made = await request(createAccessToken, {
      body: { name, scopes, expires_in_days: Number(expires_in_days) },
    });
    close();
    done();
    openSecret({
      title: made.name,
      secret: made.token,
      what: 'token',
      children:
        'Enter this token in the program that uses it. It is shown only now, and opens everything that you chose.',
    });
  }
  return (
    <DialogForm
      initial={{ name: '', scopes: [], expires_in_days: String(accessTokenLimits.days) }}
      check={({ name, scopes }) => ({
        ...(!name.trim() && { name: messages.required }),
        ...(scopes.length === 0 && { scopes: 'Choose at least one' }),
      })}
      yes="Make token"
      send={send}
      cancel={close}
    >
      <TextField name="name" label="Name" placeholder="Library system" />
      <SelectField name="expires_in_days" label="Ends after" choices={periods} />
      <ScopesField name="scopes" scopes={scopesWith(permissions)} />
    </DialogForm>
  );
}
