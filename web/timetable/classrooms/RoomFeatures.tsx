import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listRoomFeatures } from '#contract/timetable/room-features.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useFieldProps, useFormState } from '#web/ui/form/form-context.ts';

const none: string[] = [];

/** The features of the institute's rooms. */
export const useFeatures = (): string[] =>
  useQuery({
    queryKey: ['room-features'],
    queryFn: ({ signal }) => request(listRoomFeatures, { signal }),
    staleTime: 30_000,
  }).data?.results ?? none;

/** The features of a room, in its form: those of other rooms are suggested. */
export function FeaturesField({ name, label }: { name: string; label: string }) {
  const { form } = useFormState();
  const { value, error, onBlur } = useFieldProps(name);
  return (
    <TagsInput
      data-path={name}
      label={label}
      description="Such as projector, lab, accessible"
      data={useFeatures()}
      value={(value as string[] | null) ?? []}
      onChange={(tags) => form.setFieldValue(name, separated(tags))}
      onBlur={onBlur}
      error={error}
      maxLength={40}
      maxTags={20}
      splitChars={[',', ';']}
      acceptValueOnBlur
    />
  );
}

/** Typed or pasted text may contain several. */
const separated = (tags: string[]): string[] =>
  tags
    .flatMap((tag) => tag.split(/[,;]/))
    .map((tag) => tag.trim())
    .filter(Boolean);

interface WantedFeaturesProps {
  /** Names, separated by commas. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Required features of a room. */
export function WantedFeatures({ value, onChange }: WantedFeaturesProps) {
  return (
    <TagsInput
      label="Room with"
      placeholder={value ? undefined : 'Projector …'}
      data={useFeatures()}
      value={value?.split(',') ?? []}
      onChange={(tags) => onChange(separated(tags).join(',') || undefined)}
      maxLength={40}
      maxTags={20}
      splitChars={[',', ';']}
      acceptValueOnBlur
    />
  );
}
