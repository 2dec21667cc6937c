import { Button, Group, Text, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { asSent, cardTermsOf, type CardTerms } from '#contract/card-number.ts';
import { fold, foldedWords } from '#contract/fold.ts';
import { keysOf } from '#contract/keys-of.ts';
import { getSettings } from '#contract/admin/settings.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { settingGroups } from '#contract/setting-kinds.ts';
import {
  isInUse,
  settingNames,
  settings,
  settingsPatch,
  type SettingName,
  type SettingsAnswer,
} from '#contract/settings.ts';
import { request } from '#web/platform/api.ts';
import { configQuery } from '#web/platform/config.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { FormContext, type Values } from '#web/ui/form/form-context.ts';
import form from '#web/ui/form/Form.module.css';
import { useFormSubmit } from '#web/ui/form/useFormSubmit.ts';
import { isOvertaken } from '#web/ui/form/useOvertaken.ts';
import { useLeaveQuestion } from '#web/ui/form/useLeaveQuestion.ts';
import { TryReaderLink } from '#web/school/TryReaderLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { toast } from '#web/ui/toasts.ts';
import { CardNumbersNote } from './CardNumbersNote.tsx';
import { RewriteCardNumbers } from './RewriteCardNumbers.tsx';
import { LogoPanel } from './LogoPanel.tsx';
import { FixedSettings, type FixedSetting } from './FixedSettings.tsx';
import classes from './Settings.module.css';
import { sendSettings } from './send-settings.ts';
import { counted } from '#web/ui/format.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { sectionOf, SettingsIndex } from './SettingsIndex.tsx';
import { SteadyField } from './SteadyField.tsx';
import { valueInWords, valueToSend } from './values.ts';

const settingsQuery = queryOptions({
  queryKey: ['institute-settings'],
  queryFn: ({ signal }) => request(getSettings, { signal }),
  // The edited values must not change while typing.
  staleTime: Infinity,
  gcTime: 0,
});

/** The institute's settings (R-SET-1), and those fixed by its environment. */
export function SettingsPage() {
  const answer = useQuery(settingsQuery);
  if (answer.isPending) return <PleaseWait />;
  if (answer.isError) return <LoadError error={answer.error} retry={() => void answer.refetch()} />;
  return <SettingsForm answer={answer.data} />;
}

function SettingsForm({ answer: { values, fixed } }: { answer: SettingsAnswer }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [search, setSearch] = useState('');
  const fields = useForm<Values>({
    initialValues: values,
    validate: (entered) => schemaResolver(settingsPatch, { sync: true })(sent(entered)),
  });
  const { element, context, submit, showServerErrors } = useFormSubmit(fields, true);
  useLeaveQuestion(() => fields.isDirty());

  /** Shows the values that are stored now. */
  function begin(answered: SettingsAnswer) {
    queries.setQueryData(settingsQuery.queryKey, answered);
    fields.setInitialValues(answered.values);
    fields.setValues(answered.values);
    fields.resetDirty(answered.values);
    void queries.invalidateQueries({ queryKey: configQuery.queryKey });
  }

  async function save(entered: Values) {
    setBusy(true);
    try {
      const own = Object.entries(sent(entered)).filter(([name]) => fields.isDirty(name));
      const answered = await sendSettings(Object.fromEntries(own), values);
      begin(answered.now);
      if (answered.isSaved) toast('success', messages.updated);
    } catch (error) {
      if (!isOvertaken(error)) showServerErrors(error);
    } finally {
      setBusy(false);
    }
  }

  const words = foldedWords(search);
  const changed = settingNames.filter((name) => fields.isDirty(name)).length;
  const shown = settingGroups
    .map((group) => ({
      group,
      names: settingNames.filter(
        (name) =>
          isInUse(name) &&
          settings[name].group === group &&
          words.every((word) =>
            fold(`${group} ${settings[name].label} ${settings[name].help}`).includes(word),
          ),
      ),
    }))
    .filter(({ names }) => names.length > 0);

  return (
    <FormContext value={context}>
      <PageHead title="Institute settings">
        <BackButton />
      </PageHead>
      <div className={classes.page}>
        <SettingsIndex
          groups={[
            ...shown.map(({ group }) => group),
            ...(words.length === 0 ? ['Logo', 'Installation'] : []),
          ]}
          search={search}
          setSearch={setSearch}
        />
        <div>
          <form
            ref={element}
            noValidate
            className={`at-card ${form.form} ${classes.form}`}
            onSubmit={(event) => {
              // An error may be in a section that the search hides.
              flushSync(() => setSearch(''));
              submit((entered) => void save(entered))(event);
            }}
          >
            {shown.length === 0 && <EmptyState title={messages.noDataFound} />}
            {shown.map(({ group, names }) => {
              const lines = names.flatMap((name) => fixedLine(name, values, fixed));
              return (
                <fieldset key={group} id={sectionOf(group)} className={classes.section}>
                  <legend>{group}</legend>
                  {names
                    .filter((name) => !(name in fixed))
                    .map((name) => (
                      <SteadyField
                        key={name}
                        name={name}
                        value={fields.values[name]}
                        errors={errorsOf(name, fields.errors)}
                        context={context}
                      />
                    ))}
                  {group === 'Cards' && (
                    <div className={form.wide}>
                      {areCardsChanged(fields) ? (
                        <CardNumbersNote {...cardTermsOf({ ...asSent, ...fields.getValues() })} />
                      ) : (
                        <RewriteCardNumbers terms={cardTermsOf({ ...asSent, ...values })} />
                      )}
                      <TryReaderLink size="compact-sm" />
                    </div>
                  )}
                  {lines.length > 0 && <FixedSettings of={lines} />}
                </fieldset>
              );
            })}
            <Group justify="flex-end" className={`${form.buttons} at-foot`}>
              <Text size="sm" role="status">
                {changed > 0 && `${counted(changed, 'change')} not saved`}
              </Text>
              <Button variant="default" onClick={() => fields.reset()} disabled={!fields.isDirty()}>
                Reset
              </Button>
              <Button type="submit" loading={busy} disabled={!fields.isDirty()}>
                Save
              </Button>
            </Group>
          </form>
          <LogoPanel />
          <Installation />
        </div>
      </div>
    </FormContext>
  );
}

const areCardsChanged = ({ isDirty }: { isDirty: (name: string) => boolean }) =>
  keysOf<keyof CardTerms>(asSent).some((name) => isDirty(name));

/** Settings that only the environment contains. */
function Installation() {
  const { time_zone } = useSession().config;
  return (
    <section
      className={`at-card ${form.form} ${classes.installation}`}
      aria-labelledby="installation"
    >
      <Title order={2} size="h5" id="installation" className={form.wide}>
        Installation
      </Title>
      <FixedSettings of={[{ label: 'Time zone', value: time_zone, variable: 'TIME_ZONE' }]} />
      <Text size="sm" c="dimmed" className={form.wide}>
        It changes when the server is started with another.
      </Text>
    </section>
  );
}

/** The errors of a setting and of its parts. */
const errorsOf = (name: SettingName, errors: Record<string, unknown>): string =>
  Object.entries(errors)
    .filter(([field]) => field === name || field.startsWith(`${name}.`))
    .map(([field, error]) => `${field}: ${String(error)}`)
    .join('; ');

const sent = (entered: Values): Values =>
  Object.fromEntries(Object.entries(entered).map(([name, value]) => [name, valueToSend(value)]));

function fixedLine(
  name: SettingName,
  values: SettingsAnswer['values'],
  fixed: SettingsAnswer['fixed'],
): FixedSetting[] {
  const variable = fixed[name];
  if (variable === undefined) return [];
  return [{ label: settings[name].label, value: valueInWords(name, values[name]), variable }];
}
