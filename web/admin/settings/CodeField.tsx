import { Autocomplete, Text, type OptionsFilter } from '@mantine/core';
import { fold, foldedWords } from '#contract/fold.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { useFieldProps } from '#web/ui/form/form-context.ts';
import { codes, codeText, type CodeKind } from './codes.ts';

/** Nothing for what is no code, such as one that is typed. */
function nameOf(kind: CodeKind, code: string, today: string): string {
  try {
    return codeText(kind, code, today);
  } catch {
    return '';
  }
}

interface CodeFieldProps {
  name: string;
  label: string;
  description: string;
  kind: CodeKind;
}

/** A language tag or currency: chosen by its name with an example, or any other that is typed. */
export function CodeField({ name, label, description, kind }: CodeFieldProps) {
  const { today } = useSession().config;
  const { value, ...props } = useFieldProps(name);
  const code = String(value ?? '');
  const found: OptionsFilter = ({ options, search, limit }) => {
    const words = foldedWords(search);
    // The field opens with the chosen code: all are offered.
    const all = search === code || words.length === 0;
    return options
      .filter(
        (option) =>
          all ||
          ('value' in option &&
            words.every((word) =>
              fold(`${option.value} ${codeText(kind, option.value, today)}`).includes(word),
            )),
      )
      .slice(0, limit);
  };
  return (
    <Autocomplete
      {...props}
      label={label}
      description={[nameOf(kind, code, today), description].filter(Boolean).join('. ')}
      value={code}
      data={codes(kind)}
      filter={found}
      limit={200}
      maxDropdownHeight={260}
      rightSection={null}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      renderOption={({ option }) => (
        <span>
          {option.value}{' '}
          <Text span size="xs" c="dimmed">
            {codeText(kind, option.value, today)}
          </Text>
        </span>
      )}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
    />
  );
}
